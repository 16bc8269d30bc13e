import { decodedText } from '@/lib/url/decoded-text';
import { isLocalHost } from '@/lib/url/local-host';
import { readAddress } from '@/lib/url/typed-address';
import { hasSecret } from './secret-in-url';

/**
 * Why a URL may not be fit for a public report: it seems to carry a secret, it names an e-mail
 * address, or it points into a private network, which the service may not reach either. One that
 * cannot be read may do any of this.
 */
export type PublishingRisk = 'secret' | 'email' | 'local' | 'unreadable';

/**
 * Neither a handle (`/@someone@host.example`) nor a version (`package@1.2.3`), a file
 * (`icon@2x.png`), or the user that every Git host has.
 */
const E_MAIL =
  /(?<![\p{L}\p{N}.%+_@-])(?!git@)[\p{L}\p{N}.%+_-]+@(?!v?\d+\.\d)(?:[\p{L}\p{N}-]+\.)+(?!(?:avif|css|gif|html?|ico|jpe?g|m?js|json|png|svg|webp)(?![\p{L}\p{N}]))(?:xn--[a-z\d-]+|\p{L}{2,})(?![\p{L}\p{N}-]|\.[\p{L}\p{N}])/iu;

/**
 * What speaks against publishing a report on the URL.
 * @param url as it would be sent, or as the service has it: the scheme may be missing, or all of it
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

/** Decoded, with `@` also out of text that is encoded twice or not in UTF-8. */
function withPlainLetters(text: string): string {
  return decodedText(text.replaceAll(/%(?:25)*40/g, '@'));
}
