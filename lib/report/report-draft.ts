import { z } from '@/lib/schema';
import { type ReportUrlProblem, readReportUrl } from '@/lib/url/report-url';
import { type PublishingRisk, publishingRisks } from '@/lib/url/secrets/publishing-risk';
import { AnyPrivacy, Privacy } from './privacy';

/** A report to create, as a person asks for it and as it goes out: the wire's parameters. */
export const ReportDraft = z.object({
  url: z.string(),
  privacy: AnyPrivacy,
  /** There if, and only if, the privacy is Password. Never trimmed. */
  password: z.optional(z.string()),
});
export type ReportDraft = z.infer<typeof ReportDraft>;

/** The same as it is stored: passwords are kept in memory alone. */
export const StoredDraft = z.omit(ReportDraft, { password: true });
export type StoredDraft = z.infer<typeof StoredDraft>;

export interface DraftProblems {
  url?: ReportUrlProblem;
  password?: 'empty';
}

/** What the fields of the form hold, whether they are in sight or not. */
export type DraftInput = Required<ReportDraft>;

/** Turns the form into a draft to send, or says which field stands in the way. */
export function readDraft(input: DraftInput): { value: ReportDraft } | { problems: DraftProblems } {
  const url = readReportUrl(input.url);
  const needsPassword = input.privacy === Privacy.Password;
  const problems: DraftProblems = {
    ...('problem' in url && { url: url.problem }),
    ...(needsPassword && input.password === '' && { password: 'empty' as const }),
  };
  if ('problem' in url || problems.password) return { problems };
  return {
    value: {
      url: url.value,
      privacy: input.privacy,
      ...(needsPassword && { password: input.password }),
    },
  };
}

/** What speaks against creating a report without a person's word: only publishing does harm. */
export function draftRisks({ url, privacy }: ReportDraft): PublishingRisk[] {
  return privacy === Privacy.Public ? publishingRisks(url) : [];
}

/** Whether two drafts ask for the very same report. */
export function isSameDraft(draft: ReportDraft, other: ReportDraft): boolean {
  const names = Object.keys(ReportDraft.shape) as (keyof ReportDraft)[];
  return names.every((name) => draft[name] === other[name]);
}
