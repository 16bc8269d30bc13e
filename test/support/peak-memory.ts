import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** The file in which Linux reports a peak of memory. A process can reset its own peak. */
const LINUX_STATUS = '/proc/self/status';

function resetPeak(): void {
  if (existsSync(LINUX_STATUS)) writeFileSync('/proc/self/clear_refs', '5');
}

/** Returns the peak memory of this process, in bytes. On Linux, `maxRSS` would include the parent. */
function peakMemory(): number {
  if (!existsSync(LINUX_STATUS)) return process.resourceUsage().maxRSS * 1024;
  const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(LINUX_STATUS, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/** Returns by how many MB the memory of this process grows at most during some work. */
export async function peakMemoryOf(work: () => Promise<unknown>): Promise<number> {
  globalThis.gc?.();
  resetPeak();
  const before = process.memoryUsage.rss();
  await work();
  return (peakMemory() - before) / 1024 / 1024;
}
