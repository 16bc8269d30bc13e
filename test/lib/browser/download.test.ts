import { afterEach, expect, it, vi } from 'vitest';
import { tableDate } from '@/components/text/dates';
import { saveCsv, saveXlsx } from '@/lib/browser/download';
import { replaceGlobal } from '../../support/replace-global';

afterEach(() => void vi.unstubAllEnvs());

// openstyles/stylus#2160, kenlasko/monize#912, deltachat/deltachat-android#2126.
it.each([
  ['America/Los_Angeles', '2026-07-03T04:29:00Z', '2026-07-02'],
  ['America/New_York', '2026-07-18T00:30:00Z', '2026-07-17'],
  ['Europe/Berlin', '2026-11-06T23:30:00Z', '2026-11-07'],
  ['UTC', '2026-11-06T23:30:00Z', '2026-11-06'],
])('a file saved in %s at %s has the local day %s in its name', (zone, time, day) => {
  vi.stubEnv('TZ', zone);
  const link = { download: '', click: vi.fn() };
  replaceGlobal('document', { createElement: () => link });
  saveCsv('', 'reports', time);
  expect(link.download).toBe(`reports-${day}.csv`);
  saveXlsx(new Uint8Array(), 'reports', time);
  expect(link.download).toBe(`reports-${day}.xlsx`);
  expect(tableDate(time).slice(0, 10)).toBe(day);
});
