import { hostOfPage } from '@/lib/url/page-key';
import type { FailedCheck } from './importance';
import { HOST_CHECKS, type Mute } from './mutes';

/** The findings that a mute hides. */
export type MuteTarget =
  | Pick<Extract<Mute, { pages: unknown }>, 'check' | 'pages'>
  | Pick<Extract<Mute, { host: string }>, 'check' | 'host' | 'errors'>;

/** A failed check on a page. */
export interface PageFinding extends Pick<FailedCheck, 'errors'> {
  /** The page key. */
  page: string;
}

/**
 * Returns the targets that mute a check on pages of one client, with the failing kinds of error. A
 * check in `HOST_CHECKS` is muted for each host of the pages.
 */
export function muteTargets(check: string, findings: readonly PageFinding[]): MuteTarget[] {
  const hostCheck = HOST_CHECKS.find((name) => name === check);
  const onHosts = hostCheck === undefined ? [] : findings.filter(({ page }) => hostOfPage(page));
  const onPages = findings.filter((finding) => !onHosts.includes(finding));
  const hosts = new Set(onHosts.map(({ page }) => hostOfPage(page)));
  return [
    ...[...hosts].flatMap((host): MuteTarget[] => {
      const ofHost = onHosts.filter(({ page }) => hostOfPage(page) === host);
      return hostCheck ? [{ check: hostCheck, host, errors: kindsOf(ofHost) }] : [];
    }),
    ...(onPages.length === 0
      ? []
      : [
          {
            check,
            pages: onPages.map(({ page, errors }) => ({ page, errors: errors ?? null })),
          },
        ]),
  ];
}

/** Returns the kinds of error of all findings; null if the kinds of one finding are unknown. */
function kindsOf(findings: readonly PageFinding[]): string[] | null {
  const known = findings.flatMap(({ errors }) => (errors === undefined ? [] : [errors]));
  return known.length < findings.length ? null : [...new Set(known.flat())];
}
