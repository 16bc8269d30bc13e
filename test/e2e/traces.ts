import type { Browser, CDPSession, Page, Target } from 'puppeteer-core';

/** Returns an array that gets all console messages of a target, including earlier messages. */
export async function consoleOf(target: Target): Promise<string[]> {
  const messages: string[] = [];
  const session = await target.createCDPSession();
  const record = (event: unknown) => messages.push(JSON.stringify(event));
  session.on('Runtime.consoleAPICalled', record);
  session.on('Runtime.exceptionThrown', record);
  session.on('Log.entryAdded', record);
  await Promise.all([session.send('Runtime.enable'), session.send('Log.enable')]);
  return messages;
}

export function workerTarget(browser: Browser, extensionId: string): Target {
  const target = browser
    .targets()
    .find((one) => one.type() === 'service_worker' && one.url().includes(extensionId));
  if (target === undefined) throw new Error('The background worker is not running.');
  return target;
}

export async function memoryOf(target: Target): Promise<string> {
  const session: CDPSession = await target.createCDPSession();
  try {
    const chunks: string[] = [];
    session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
    await session.send('HeapProfiler.enable');
    await session.send('HeapProfiler.collectGarbage');
    await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
    return chunks.join('');
  } finally {
    await session.detach();
  }
}

/** Returns the document of a page as text, with the values of its fields. */
export function documentOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const values = [...document.querySelectorAll('input')].map(({ value }) => value);
    return [document.documentElement.outerHTML, ...values].join('\n');
  });
}
