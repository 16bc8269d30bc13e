import { expect, it } from 'vitest';
import { createReportReading } from '@/components/export/report-reading';
import { createGate } from '../../service/gate';
import { sampleDetails, sampleReport } from '../../support/sample-report';

it('continues a reading while another text needs no reports', async () => {
  const gate = createGate();
  const reading = createReportReading(async ({ id }) => {
    await gate.opened;
    return { value: sampleDetails(id) };
  });
  const first = reading.read([sampleReport('1')]);
  expect(await reading.read([])).toEqual([]);
  expect(reading.progress.value).toEqual({ done: 0, size: 1 });
  gate.open();
  expect(await first).toMatchObject([{ id: '1' }]);
});
