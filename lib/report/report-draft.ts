import { type PublishingRisk, publishingRisks } from '@/lib/url/secrets/publishing-risk';
import { type AddressProblem, readReportUrl } from '@/lib/url/typed-address';
import { Privacy } from './privacy';

/** The parameters of a create call. */
export interface ReportDraft {
  url: string;
  privacy: Privacy;
  /** Present if and only if `privacy` is Password. Never trimmed. */
  password?: string | undefined;
}

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
  const isSameReport = draft.url === other.url && draft.privacy === other.privacy;
  return isSameReport && draft.password === other.password;
}
