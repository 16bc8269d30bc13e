import { AnyPrivacy, type Privacy } from '@/lib/report/privacy';
import { z } from '@/lib/schema';
import { readReportUrl } from '@/lib/url/report-url';

/** What a person had put into the form on one page; never a password. */
export const FormDraft = z.object({
  /**
   * The page that the form was opened on, empty where its address is unknown; of a form in a tab the
   * token of the tab.
   */
  page: z.string(),
  url: z.string(),
  /** Null while nobody has chosen one: it is then the default of the day the form is opened. */
  privacy: z.nullable(AnyPrivacy),
});
export type FormDraft = z.infer<typeof FormDraft>;

/** Half-filled forms, the latest first. */
export const FormDrafts = z.array(FormDraft);
export type FormDrafts = z.infer<typeof FormDrafts>;

const MOST_DRAFTS = 20;

/** What the form of a page opens with: what was left in it, or what is given for an untouched one. */
export function draftOf(drafts: FormDrafts, untouched: FormDraft): FormDraft {
  return drafts.find(({ page }) => page === untouched.page) ?? untouched;
}

/** The drafts with one put first. */
export function withDraft(drafts: FormDrafts, draft: FormDraft): FormDrafts {
  return [draft, ...withoutDraft(drafts, draft.page)].slice(0, MOST_DRAFTS);
}

/** The drafts without those that would create this very report: where no privacy was chosen, any. */
export function withoutSent(drafts: FormDrafts, url: string, privacy: Privacy): FormDrafts {
  const left = drafts.filter((draft) => {
    const read = readReportUrl(draft.url);
    const isSamePrivacy = draft.privacy === null || draft.privacy === privacy;
    return !('value' in read && read.value === url && isSamePrivacy);
  });
  return sameIfWhole(drafts, left);
}

/** The drafts without the one of a page. */
export function withoutDraft(drafts: FormDrafts, page: string): FormDrafts {
  return sameIfWhole(
    drafts,
    drafts.filter((draft) => draft.page !== page),
  );
}

/** The same list where nothing is left out, which is then not written again. */
function sameIfWhole(drafts: FormDrafts, left: FormDrafts): FormDrafts {
  return left.length === drafts.length ? drafts : left;
}
