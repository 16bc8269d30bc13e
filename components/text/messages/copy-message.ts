import type { ReadonlySignal } from '@preact/signals';
import { i18n } from '#i18n';
import { PRIVACY_NAMES } from '@/components/text/labels';
import { counted, labelled, sentences } from '@/components/text/language';
import { addressInSentence, type NamedReport, reportAddress } from '@/components/text/report-name';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';

type SharedReport = Pick<Report, 'privacy'>;
type CopiedReport = SharedReport & NamedReport;

/** The view of a copied text, which *View* opens. */
export interface CopiedView {
  isOpen: ReadonlySignal<boolean>;
  open(): void;
}

/** Additions to the announcement of a copy. */
export interface CopiedDetails {
  /** The password of the copied report, which a person may copy next; null if unknown. */
  password?: string | null;
  /** Null shows no text; by default the announced text. */
  visibleText?: string | null;
  /** Null without *View*. */
  view?: CopiedView | null;
}

/** Announces the outcome of an action. */
export type Announce = (
  text: string,
  more?: CopiedDetails & {
    isFailure?: boolean;
    onUndo?: (() => void) | null;
  },
) => void;

/** Announces the outcome of a copy. Resolves with true if the copy has succeeded. */
export async function announceCopy(
  copying: Promise<void>,
  copied: string,
  announce: Announce,
  details?: CopiedDetails,
): Promise<boolean> {
  try {
    await copying;
  } catch {
    announce(i18n.t('copied.nothing'), { isFailure: true });
    return false;
  }
  announce(copied, details);
  return true;
}

/** Returns a confirmation with the people who can open the link. */
export function linkCopied(report: CopiedReport): string {
  const copied = i18n.t('copied.linkOf', [nameOf(report)]);
  return sentences(...[copied, linkOpens(report)].filter((one) => one !== null));
}

/** Returns the name of a report, and who can open its link; null if the privacy is unknown. */
export function copiedLinkOpens(report: CopiedReport): string | null {
  const opens = linkOpens(report);
  return opens && labelled(nameOf(report), opens);
}

function linkOpens({ privacy }: SharedReport): string | null {
  return privacy === null ? null : i18n.t(`copied.opens.${PRIVACY_NAMES[privacy]}`);
}

/**
 * Returns a confirmation with the people who can open the link.
 * @param link null if the text contains no link
 */
export function textCopied(report: CopiedReport, link: string | null): string {
  const copied = i18n.t('copied.textOf', [nameOf(report)]);
  const { privacy } = report;
  if (privacy === null || link === null) return copied;
  return sentences(copied, i18n.t(`copied.linkOpens.${PRIVACY_NAMES[privacy]}`));
}

/** @param address the page whose report has the password; empty if unknown */
export function passwordCopied(address: string): string {
  return address === ''
    ? i18n.t('form.passwordCopied')
    : i18n.t('copied.passwordFor', [addressInSentence(address)]);
}

/** Returns sentences with the numbers of links that only some people can open. */
export function linkLimits(reports: readonly SharedReport[]): string[] {
  const countWith = (wanted: Privacy) => reports.filter(({ privacy }) => privacy === wanted).length;
  const privateCount = countWith(Privacy.Private);
  const passwordCount = countWith(Privacy.Password);
  const limits: string[] = [];
  if (privateCount > 0) limits.push(counted('copied.private', privateCount));
  if (passwordCount > 0) limits.push(counted('copied.password', passwordCount));
  return limits;
}

function nameOf(report: NamedReport): string {
  return addressInSentence(reportAddress(report));
}
