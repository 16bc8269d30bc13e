import type { Failure } from '@/lib/failure';

/** A failure of each kind, by the answer or the event that causes the failure. */
export const FAILURES = {
  unreachable: { code: 'unreachable' },
  offline: { code: 'offline' },
  'timed out': { code: 'timedOut', seconds: 60 },
  interrupted: { code: 'interrupted' },
  '500': { code: 'serviceDown', status: 500, retryAt: null, message: null },
  '503 with a time': {
    code: 'serviceDown',
    status: 503,
    retryAt: '2026-11-02T12:01:00.000Z',
    message: null,
  },
  '429': { code: 'tooManyRequests', retryAt: null, message: null },
  '429 with a time': {
    code: 'tooManyRequests',
    retryAt: '2026-11-02T12:01:00.000Z',
    message: null,
  },
  '401': { code: 'keyRefused', message: null },
  '403': { code: 'notAllowed', message: null },
  '404': { code: 'gone', what: 'report', message: null },
  'an unconfirmed 404': { code: 'goneUnconfirmed', isListed: false, message: null },
  'a 404 of a listed report': { code: 'goneUnconfirmed', isListed: true, message: null },
  'the 404 page of a web server': { code: 'webServerAnswer', status: 404 },
  '422': { code: 'invalid', message: null, fields: [] },
  '409': { code: 'refused', status: 409, message: null },
  'a missing permission': { code: 'noPermission', origin: 'https://host.example' },
  'a bot check': { code: 'protectionPage' },
  '500 about a page': { code: 'pageFailed', message: 'Could not resolve host.' },
  'a sign-in in front of the service': { code: 'proxySignIn' },
  'a firewall': { code: 'firewall', status: 403 },
  'a redirect': { code: 'redirected', to: null },
  'a redirect of headers': { code: 'redirected', to: null, sentHeaders: ['X-Pass'] },
  'a web page': { code: 'unexpectedAnswer', problem: 'html' },
} as const satisfies Record<string, Failure>;

export type FailureName = keyof typeof FAILURES;
