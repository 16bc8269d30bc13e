import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import type { MeasuredBackup } from '../../support/backup-process';
import { bundledScript, memoryFlags } from '../../support/measured-reading';

const run = promisify(execFile);

it('saves and checks 20,000 reports and 20,000 past results with at most 150 MB', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backup-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const script = await bundledScript('backup-process', folder);
  const { stdout } = await run(process.execPath, [...memoryFlags(150), script]);
  const { saving, checking, megabytes, records }: MeasuredBackup = JSON.parse(stdout);
  expect(records).toBe(40_000);
  // The whole text would be four times as long.
  expect(megabytes).toBeGreaterThan(15);
  expect(saving).toBeLessThan(150);
  expect(checking).toBeLessThan(150);
}, 240_000);
