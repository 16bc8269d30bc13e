import { describe, expect, it, vi } from 'vitest';
import { sha256 } from '@/lib/browser/digest';
import type { PrivateHashes } from '@/lib/report/private-hashes';
import { createPrivateReports } from '@/lib/report/worker/private-reports';
import { createMemoryItem } from '../../../support/memory-item';
import { sampleReport } from '../../../support/sample-report';

const listed = [sampleReport('7731'), sampleReport('7730')];

/** The private reports of a worker that starts on what the browser has stored. */
function start(disk = createMemoryItem<PrivateHashes>(), memory = createMemoryItem<string[]>()) {
  const newSalt = vi.fn(() => crypto.randomUUID());
  const reports = createPrivateReports({ ids: memory, hashes: disk, digest: sha256, newSalt });
  return { reports, disk, memory };
}

describe('a private report', () => {
  it('is known at once', () => {
    const { reports } = start();
    void reports.add('7731');
    expect(reports.has('7731')).toBe(true);
    expect(reports.has('7730')).toBe(false);
  });

  it('is recognized by the next worker, and after the browser was closed', async () => {
    const { reports, disk, memory } = start();
    await reports.add('7731');
    for (const next of [start(disk, memory), start(disk)]) {
      await next.reports.recognize(listed);
      expect(listed.filter(({ id }) => next.reports.has(id))).toEqual([sampleReport('7731')]);
    }
  });

  it('is a hash on the disk, another one for each connection', async () => {
    const [one, other] = [start(), start()];
    for (const { reports } of [one, other]) await reports.add('7731');
    expect(JSON.stringify(one.disk.stored)).not.toContain('7731');
    expect(one.disk.stored?.hashes).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(one.disk.stored?.hashes).not.toEqual(other.disk.stored?.hashes);
  });

  it('is one of 1,000 at most, once each', async () => {
    const { reports, disk, memory } = start();
    for (const id of ['a', 'a']) await reports.add(id);
    expect(disk.stored?.hashes).toHaveLength(1);
    await Promise.all(Array.from({ length: 1_005 }, (_, at) => reports.add(String(at))));
    expect([disk.stored?.hashes.length, memory.stored?.length]).toEqual([1000, 1000]);
    const next = start(disk);
    await next.reports.recognize([sampleReport('a'), sampleReport('1004')]);
    expect([next.reports.has('a'), next.reports.has('1004')]).toEqual([false, true]);
  });

  it.each(['the same', 'the next'])(
    'is hashed later by %s worker where the disk was full',
    async (which) => {
      const { reports, disk, memory } = start();
      const write = vi.spyOn(disk, 'write').mockRejectedValue(new Error('No space left'));
      await reports.add('7731');
      write.mockRestore();
      const worker = which === 'the same' ? reports : start(disk, memory).reports;
      await worker.recognize(listed);
      const afterRestart = start(disk).reports;
      await afterRestart.recognize(listed);
      expect(afterRestart.has('7731')).toBe(true);
    },
  );

  it('is known in memory where the disk is full, and costs nothing where all fails', async () => {
    const { reports, disk, memory } = start();
    vi.spyOn(disk, 'write').mockRejectedValue(new Error('No space left'));
    await reports.add('7731');
    const next = start(disk, memory);
    await next.reports.recognize(listed);
    expect(next.reports.has('7731')).toBe(true);
    vi.spyOn(memory, 'write').mockRejectedValue(new Error('No space left'));
    vi.spyOn(memory, 'read').mockRejectedValue(new Error('Cannot be read'));
    await expect(reports.add('7730')).resolves.toBeUndefined();
    await expect(start(disk, memory).reports.recognize(listed)).resolves.toBeUndefined();
  });
});
