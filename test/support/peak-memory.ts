import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Linux reports a peak that a program can reset. */
const LINUX_STATUS = '/proc/self/status';

function forgetPeak(): void {
  if (existsSync(LINUX_STATUS)) writeFileSync('/proc/self/clear_refs', '5');
}

/** Returns the highest memory use of this process, in bytes. On Linux, `maxRSS` would include the parent process. */
function peakMemory(): number {
  if (!existsSync(LINUX_STATUS)) return process.resourceUsage().maxRSS * 1024;
  const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(LINUX_STATUS, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/** Returns the growth of this process to its peak during some work, in MB. */
export async function peakMemoryOf(work: () => Promise<unknown>): Promise<number> {
  globalThis.gc?.();
  forgetPeak();
  const before = process.memoryUsage.rss();
  await work();
  return (peakMemory() - before) / 1024 / 1024;
}
