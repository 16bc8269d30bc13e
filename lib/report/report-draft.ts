import { z } from '@/lib/schema';
import { type PublishingRisk, publishingRisks } from '@/lib/url/secrets/publishing-risk';
import { type AddressProblem, readReportUrl } from '@/lib/url/typed-address';
import { AnyPrivacy, Privacy } from './privacy';

/** The parameters of a create call. */
export const ReportDraft = z.object({
  url: z.string(),
  privacy: AnyPrivacy,
  /** Present if and only if `privacy` is Password. Never trimmed. */
  password: z.optional(z.string()),
});
export type ReportDraft = z.infer<typeof ReportDraft>;

/** Passwords are never stored on disk. */
export const StoredDraft = z.omit(ReportDraft, { password: true });
export type StoredDraft = z.infer<typeof StoredDraft>;

/** The problem of each invalid field. */
export interface DraftProblems {
  url?: AddressProblem;
  password?: 'empty';
}

/** The content of the form. Contains a password even if its field is hidden. */
export type DraftInput = Required<ReportDraft>;

export function readDraft(input: DraftInput): { value: ReportDraft } | { problems: DraftProblems } {
  const url = readReportUrl(input.url);
  const needsPassword = input.privacy === Privacy.Password;
  const problems: DraftProblems = {};
  if ('problem' in url) problems.url = url.problem;
  if (needsPassword && input.password === '') problems.password = 'empty';
  if ('problem' in url || problems.password) return { problems };
  const draft: ReportDraft = { url: url.value, privacy: input.privacy };
  if (needsPassword) draft.password = input.password;
  return { value: draft };
}

/** Returns the risks that require a confirmation. Only public reports have risks. */
export function draftRisks({ url, privacy }: ReportDraft): PublishingRisk[] {
  return privacy === Privacy.Public ? publishingRisks(url) : [];
}

export function isSameDraft(draft: ReportDraft, other: ReportDraft): boolean {
  const names = Object.keys(ReportDraft.shape) as (keyof ReportDraft)[];
  return names.every((name) => draft[name] === other[name]);
}
