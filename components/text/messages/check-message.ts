import { i18n } from '#i18n';
import { isolated } from '@/components/text/isolation';
import { sentences } from '@/components/text/language';
import { isOnThisComputer } from '@/lib/connection/base-url';
import type { CheckFailure, WhichAccount } from '@/lib/connection/check-steps';
import type { Failure } from '@/lib/failure';
import { isOnLocalNetwork } from '@/lib/url/local-host';
import { failureMessage, proxyAdvice, quotingService } from './failure-message';

/** Returns why a step of the connection check failed, with advice. */
export function checkMessage(
  failure: Exclude<CheckFailure, WhichAccount>,
  baseUrl: string,
): string {
  switch (failure.code) {
    case 'baseUrl':
      return i18n.t('problem.baseUrl.notAbsolute');
    case 'apiKey':
      return i18n.t('problem.apiKey.empty');
    case 'requestHeader':
      return i18n.t(`problem.header.${failure.problem}`);
    case 'accountUnanswered':
      return i18n.t('check.accountUnanswered');
    case 'protectionPage':
    case 'firewall':
      // The most likely cause for a new service is a sign-in in front of the service.
      return sentences(i18n.t('check.blocked'), proxyAdvice(failure));
    case 'notStored':
      return i18n.t('check.notStored');
    case 'unreachable':
      return noAnswerMessage(baseUrl);
    case 'noPermission':
      return i18n.t('check.permissionRefused', [failure.origin]);
    case 'gone':
    case 'webServerAnswer':
      return i18n.t('check.noServiceAtPath', [pathOf(baseUrl)]);
    case 'keyRefused':
      return quotingService(i18n.t('check.keyRefused'), failure);
    case 'notAllowed':
      return quotingService(i18n.t('check.planWithoutApi'), failure);
    case 'unexpectedAnswer':
      if (failure.problem === 'html') return i18n.t('check.pageAtPath', [pathOf(baseUrl)]);
      return failure.problem === 'wrongShape'
        ? i18n.t('check.unknownFormat')
        : failureMessage(failure);
    default:
      return failureMessage(failure);
  }
}

/** Returns why the settings do not show the account of the API key, with advice. */
export function accountMessage(failure: Failure, baseUrl: string): string {
  switch (failure.code) {
    // Some services have reports but no account.
    case 'gone':
    case 'webServerAnswer':
    case 'unexpectedAnswer':
      return quotingService(i18n.t('options.accountNotShown'), failure);
    default:
      return checkMessage(failure, baseUrl);
  }
}

/** Returns the path of the API. */
function pathOf(baseUrl: string): string {
  return isolated(`${new URL(baseUrl).pathname.replace(/\/$/, '')}/api/v1`);
}

/** Names the possible reasons, because browsers do not reveal why a request failed. */
function noAnswerMessage(baseUrl: string): string {
  const { protocol, hostname } = new URL(baseUrl);
  const isEncrypted = protocol === 'https:';
  const key = isEncrypted ? 'check.noTrustedAnswer' : 'check.noAnswer';
  const parts = [i18n.t(key, [isolated(baseUrl)])];
  if (isOnThisComputer(baseUrl)) return sentences(...parts);
  if (!isEncrypted) parts.push(i18n.t('check.onlyHttps'));
  if (isOnLocalNetwork(hostname)) parts.push(i18n.t('check.localNetwork'));
  return sentences(...parts);
}
