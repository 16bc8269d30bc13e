import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { evaluateInExtension } from '../browser/extension-origin';
import type { Stage } from '../e2e/stage';

declare const chrome: {
  storage: {
    local: { get(): Promise<Record<string, unknown>>; set(items: object): Promise<void> };
  };
};

/** The name under which the connection in use keeps something. */
export async function storedKey(stage: Stage, name: string): Promise<string> {
  const kept = await readKept(stage);
  const { id } = (kept.connection ?? {}) as { id?: string };
  if (id === undefined) throw new Error('The extension is not connected.');
  return `connection/${id}/${name}`;
}

/** All that the extension keeps for good. */
export function readKept({ browser, extensionId }: Stage): Promise<Record<string, unknown>> {
  return evaluateInExtension(browser, extensionId, () => chrome.storage.local.get());
}

/** Writes over some of it. */
export async function writeKept({ browser, extensionId }: Stage, items: object): Promise<void> {
  await evaluateInExtension(
    browser,
    extensionId,
    (written: object) => chrome.storage.local.set(written),
    items,
  );
}

/** The popup's usual question, for so many rows. */
export function queryFor(perPage: 10 | 100): ReportQuery {
  return { ...RECENT_REPORTS_QUERY, perPage };
}
