import { i18n } from '#i18n';
import { dayInYear } from '@/components/text/dates';
import { isolated } from '@/components/text/isolation';
import { counted, listOf, series } from '@/components/text/language';
import type { MuteTarget } from '@/lib/report/mute-targets';
import type { PageMute } from '@/lib/report/mutes';
import { untrustedLine } from '@/lib/report/untrusted-line';

/** Returns where findings are muted: "On this page", "On the 14 pages that fail now". */
export function targetsText(targets: readonly MuteTarget[]): string {
  const hosts = targets.flatMap((target) => ('host' in target ? [target.host] : []));
  const pages = targets.flatMap((target) => ('pages' in target ? target.pages : [])).length;
  return series([
    ...(hosts.length > 0 ? [i18n.t('intended.onHosts', [listOf(hosts.map(isolated))])] : []),
    ...(pages === 1 ? [i18n.t('intended.onPage')] : []),
    ...(pages > 1 ? [counted('intended.onPages', pages)] : []),
  ]);
}

/** "On all pages of shop.example · Nov 9 · “The shop has an index of its own.”" */
export function muteText({ host, at, note }: PageMute): string {
  return [
    ...(host === null ? [] : [i18n.t('intended.onHosts', [isolated(host)])]),
    dayInYear(at),
    ...(note === '' ? [] : [i18n.t('intended.quote', [isolated(untrustedLine(note))])]),
  ].join(' · ');
}
