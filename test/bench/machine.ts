import { cpus, totalmem } from 'node:os';
import type { Browser } from 'puppeteer-core';

/** Where and when figures were taken. */
export interface Machine {
  /** The day, `YYYY-MM-DD`, in UTC. */
  date: string;
  cores: number;
  cpu: string;
  /** Gigabytes. */
  memory: number;
  /** Such as `Chrome/156.0.1.2`. */
  browser: string;
  node: string;
}

export async function machineNow(browser: Browser): Promise<Machine> {
  const all = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    cores: all.length,
    cpu: all[0]?.model.trim() ?? 'unknown',
    memory: Math.round(totalmem() / 2 ** 30),
    browser: await browser.version(),
    node: process.version,
  };
}

/** The same in words. */
export function machineSentence({ date, cores, cpu, memory, browser, node }: Machine): string {
  return `${date}: ${cores} cores (${cpu}), ${memory} GB, ${browser}, headless, Node ${node}.`;
}
