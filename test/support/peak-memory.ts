import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** The file in which Linux reports the peak memory of this process. */
const LINUX_STATUS = '/proc/self/status';

/** A write of this value to `clear_refs` resets the peak. Source: the manual page proc_pid_clear_refs(5). */
const RESET_PEAK = '5';

/** Only Linux can reset the peak. Other systems report the peak of the whole life of the process. */
function resetPeak(): void {
  if (existsSync(LINUX_STATUS)) writeFileSync('/proc/self/clear_refs', RESET_PEAK);
}

/** Returns the peak memory of this process, in bytes. On Linux, `maxRSS` includes the parent process. */
function peakMemory(): number {
  if (!existsSync(LINUX_STATUS)) return process.resourceUsage().maxRSS * 1024;
  const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(LINUX_STATUS, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/** Returns the growth of this process's memory to its peak during some work, in MB. */
export async function peakMemoryOf(work: () => Promise<unknown>): Promise<number> {
  globalThis.gc?.();
  resetPeak();
  const before = process.memoryUsage.rss();
  await work();
  return (peakMemory() - before) / 1024 / 1024;
}
