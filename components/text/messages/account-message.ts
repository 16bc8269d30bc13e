import { i18n } from '#i18n';
import type { Failure } from '@/lib/failure';
import { checkMessage } from './check-message';
import { quotingService } from './failure-message';

/** Returns why the settings do not show the account of the API key, and what to do. */
export function accountMessage(failure: Failure, baseUrl: string): string {
  switch (failure.code) {
    // A service may have reports but no account. The connection check reads the list of reports.
    case 'gone':
    case 'unexpectedAnswer':
      return quotingService(i18n.t('options.accountNotShown'), failure);
    default:
      return checkMessage(failure, baseUrl);
  }
}
