import type { ReportDraft } from '@/lib/submission/report-draft';
import type { Submission } from '@/lib/submission/submission';
import { addressKey } from '@/lib/url/page-key';
import type { MemorySubmissions } from '../support/memory-submissions';
import type { Asked } from './person';

/** Looks on while a history goes by, and notes what must never be. */
export interface Watch {
  readonly wrong: readonly string[];
  /** What was sent, in order. */
  readonly posts: readonly ReportDraft[];
  note(finding: string): void;
  /** A request goes out, which makes so many of its kind in flight: creations, or others. */
  request(inFlight: number, draft: ReportDraft | null): void;
  /** Nothing happens by itself any more. */
  rest(asked: readonly Asked[], stored: readonly Submission[]): void;
}

/** Of each kind. */
const MOST_IN_FLIGHT = 2;

/**
 * Makes a watch over what is stored.
 * @param isStale whether the store may hold what was true earlier
 */
export function createWatch(submissions: () => MemorySubmissions, isStale: () => boolean): Watch {
  const wrong: string[] = [];
  const posts: ReportDraft[] = [];
  const note = (finding: string) => void wrong.push(finding);

  return {
    wrong,
    posts,
    note,
    request(inFlight, draft) {
      if (inFlight > MOST_IN_FLIGHT)
        note(`${inFlight} ${draft === null ? 'other requests' : 'creations'} are in flight`);
      if (draft === null) return;
      posts.push(draft);
      const page = addressKey(draft.url);
      const sending = submissions().stored.filter(
        (one) => one.state === 'sending' && addressKey(one.url) === page,
      );
      if (sending.length === 0) note(`${draft.url} goes out without being stored as sent`);
      if (sending.length > 1 && !isStale())
        note(`${draft.url} goes out while another of its page is out`);
    },
    rest(asked, stored) {
      for (const { id, state } of stored) {
        if (state === 'waiting' || state === 'sending' || state === 'checking') {
          note(`${id} stays ${state} for ever`);
        }
      }
      for (const { id, isWaitedFor } of asked) {
        if (isWaitedFor) note(`the page that asked for ${id} is never answered`);
      }
    },
  };
}
