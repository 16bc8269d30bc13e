import { decodedText } from '@/lib/url/decoded-text';
import { isLocalHost } from '@/lib/url/local-host';
import { readAddress } from '@/lib/url/typed-address';
import { hasSecret } from './secret-in-url';

/**
 * Why a URL may be unfit for a public report: a possible secret, an e-mail address, or a host in a
 * private network. An unreadable URL may have any of these risks.
 */
export type PublishingRisk = 'secret' | 'email' | 'local' | 'unreadable';

/**
 * An e-mail address. Excludes handles (`/@someone@host.example`), versions (`package@1.2.3`), file
 * names (`icon@2x.png`) and the user of Git hosts.
 */
const E_MAIL =
  /(?<![\p{L}\p{N}.%+_@-])(?!git@)[\p{L}\p{N}.%+_-]+@(?!v?\d+\.\d)(?:[\p{L}\p{N}-]+\.)+(?!(?:avif|css|gif|html?|ico|jpe?g|m?js|json|png|svg|webp)(?![\p{L}\p{N}]))(?:xn--[a-z\d-]+|\p{L}{2,})(?![\p{L}\p{N}-]|\.[\p{L}\p{N}])/iu;

/**
 * Returns the risks of a public report on a URL.
 * @param url as sent, or as the service lists it: possibly without scheme; null if unknown
 */
export function publishingRisks(url: string | null): PublishingRisk[] {
  const read = readAddress(url ?? '');
  if ('problem' in read) return ['unreadable'];
  const address = read.url;
  const rest = address.pathname + address.search + address.hash;
  const risks: (PublishingRisk | false)[] = [
    (address.password !== '' || hasSecret(address)) && 'secret',
    E_MAIL.test(withPlainLetters(rest)) && 'email',
    isLocalHost(address.hostname) && 'local',
  ];
  return risks.filter((risk) => risk !== false);
}

/** Decodes a text. `@` is also decoded from double encoding and from text that is not UTF-8. */
function withPlainLetters(text: string): string {
  return decodedText(text.replaceAll(/%(?:25)*40/g, '@'));
}
