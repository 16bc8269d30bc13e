import type { TabPlace } from '@/lib/browser/tabs';
import { Keeping } from '@/lib/private-windows';
import { AnyPrivacy } from '@/lib/report/privacy';
import { Report } from '@/lib/report/report';
import { z } from '@/lib/schema';
import type { StoredItem } from '@/lib/storage/stored-item';

/** How what the tab asks for is kept: as in the window that it was opened for. */
const keeping = Keeping;

/** What the popup shows when the extension opens it in a tab. */
export const Handover = z.union([
  /** The form, filled in; the address may be one that cannot be reported. */
  z.object({
    kind: z.literal('draft'),
    url: z.string(),
    /** Null where nobody has chosen one: the form takes the default. */
    privacy: z.nullable(AnyPrivacy),
    keeping,
  }),
  /** The view of a report. */
  z.object({ kind: z.literal('report'), report: Report, keeping }),
  /** The list, as it is searched for a text. */
  z.object({ kind: z.literal('search'), search: z.string(), keeping }),
]);
export type Handover = z.infer<typeof Handover>;

/** Those that no tab has taken yet, each under the random token in its tab's address; the latest first. */
export const Handovers = z.array(z.object({ token: z.string(), handover: Handover }));
export type Handovers = z.infer<typeof Handovers>;

/** A tab takes its own as soon as it has loaded: more are of tabs that never did. */
const MOST_HANDOVERS = 20;

/** The handovers with another put first. */
function withHandover(all: Handovers, token: string, handover: Handover): Handovers {
  return [{ token, handover }, ...all].slice(0, MOST_HANDOVERS);
}

/** What was handed over under a token. */
export function handoverOf(all: Handovers, token: string): Handover | undefined {
  return all.find((one) => one.token === token)?.handover;
}

/** The handovers without that of a token; the same list where no handover has the token. */
export function withoutHandover(all: Handovers, token: string): Handovers {
  const left = all.filter((one) => one.token !== token);
  return left.length === all.length ? all : left;
}

/**
 * Opens the popup in a tab, a new one in front unless said otherwise, where it shows what is handed
 * over. Rejects where no tab can be opened.
 */
export type OpenHandover = (
  handover: Handover,
  place?: TabPlace,
  currentTabId?: number,
) => Promise<void>;

interface OpenHandoverTools {
  item: StoredItem<Handovers>;
  newToken(): string;
  /** Opens the popup in a tab whose address ends with the token. */
  openPopupTab(token: string, place?: TabPlace, currentTabId?: number): Promise<void>;
}

/** Makes the handing over. The tab's address, which browsers write to disk, holds nothing but a token. */
export function createOpenHandover({
  item,
  newToken,
  openPopupTab,
}: OpenHandoverTools): OpenHandover {
  return async (handover, place, currentTabId) => {
    const token = newToken();
    await item.update((all = []) => withHandover(all, token, handover));
    await openPopupTab(token, place, currentTabId);
  };
}
