import { i18n } from '#i18n';
import { isolated } from '@/components/text/isolation';

/**
 * What disconnecting has removed.
 * @param allowedHost where the browser still allows access; null where it took that back
 */
export function disconnectedSentence(allowedHost: string | null): string {
  return i18n.t(allowedHost === null ? 'options.disconnected' : 'options.disconnectedOnly');
}

/** Where to take back by hand what the browser has not; null where it has. */
export function stillAllowedSentence(allowedHost: string | null): string | null {
  return allowedHost && i18n.t('options.stillAllowed', [isolated(allowedHost)]);
}
