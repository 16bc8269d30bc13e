import { i18n } from '#i18n';
import type { Failure } from '@/lib/failure';
import { checkMessage } from './check-message';
import { quotingService } from './failure-message';

/**
 * Why the settings do not show whose key it is, and what to do there.
 * @param baseUrl the service that was asked
 */
export function accountMessage(failure: Failure, baseUrl: string): string {
  switch (failure.code) {
    // The list of reports tells whether this is a report service at all.
    case 'gone':
    case 'unexpectedAnswer':
      return quotingService(i18n.t('options.accountNotShown'), failure);
    default:
      return checkMessage(failure, baseUrl);
  }
}
