import { checkPage } from './page-checks';
import { fetchPage, isLoopbackPage } from './page-fetch';
import type { Analysis } from './report';
import { checkUrl } from './url-checks';

/** A page on this machine that could not be read counts as bad. */
const unreadablePage: Analysis = { result: 'bad', checks: [{ name: 'page', passed: false }] };

/**
 * Analyses an absolute http or https URL. A page on this machine is fetched and rated by its HTML;
 * any other URL is rated by its text, and nothing is sent anywhere. Never rejects.
 */
export async function analyse(url: string, signal: AbortSignal): Promise<Analysis> {
  const target = new URL(url);
  if (!isLoopbackPage(target)) return checkUrl(url);
  const html = await fetchPage(target, signal);
  return html === null ? unreadablePage : checkPage(html);
}
