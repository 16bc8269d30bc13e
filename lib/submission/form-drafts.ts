import type { Privacy } from '@/lib/report/privacy';
import { readReportUrl } from '@/lib/url/report-url';

/** What a person had put into the form on one page; never a password. */
export interface StoredDraft {
  /** The page that the form was opened on, empty where its address is unknown. */
  page: string;
  url: string;
  privacy: Privacy;
}

/** Half-filled forms, the latest first. */
export type Drafts = StoredDraft[];

const MOST_DRAFTS = 20;

/** What the form of a page opens with: what was left in it, or the page as it is. */
export function draftOf(drafts: Drafts, page: string, defaultPrivacy: Privacy): StoredDraft {
  const left = drafts.find((draft) => draft.page === page);
  return left ?? { page, url: page, privacy: defaultPrivacy };
}

/** The drafts with one put first. */
export function withDraft(drafts: Drafts, draft: StoredDraft): Drafts {
  return [draft, ...withoutDraft(drafts, draft.page)].slice(0, MOST_DRAFTS);
}

/** The drafts without those that would create this very report. */
export function withoutSent(drafts: Drafts, url: string, privacy: Privacy): Drafts {
  const left = drafts.filter((draft) => {
    const read = readReportUrl(draft.url);
    return !('value' in read && read.value === url && draft.privacy === privacy);
  });
  // The same list where nothing is left out, which is then not written again.
  return left.length === drafts.length ? drafts : left;
}

/** The drafts without the one of a page. */
export function withoutDraft(drafts: Drafts, page: string): Drafts {
  return drafts.filter((draft) => draft.page !== page);
}
