import { isLocalHost } from './local-host';
import { readReportUrl } from './report-url';
import { hasSecret } from './secret-in-url';

/**
 * Why a URL may not be fit for a public report: it seems to carry a secret, it names an e-mail
 * address, or it points into a private network, which the service may not reach either.
 */
export type PublishingRisk = 'secret' | 'email' | 'local';

/**
 * Neither a handle (`/@someone@host.example`) nor a version (`package@1.2.3`), a file
 * (`icon@2x.png`), or the user that every Git host has.
 */
const E_MAIL =
  /(?<![\p{L}\p{N}.%+_@-])(?!git@)[\p{L}\p{N}.%+_-]+@(?!v?\d+\.\d)(?:[\p{L}\p{N}-]+\.)+(?!(?:avif|css|gif|html?|ico|jpe?g|m?js|json|png|svg|webp)(?![\p{L}\p{N}]))(?:xn--[a-z\d-]+|\p{L}{2,})(?![\p{L}\p{N}-]|\.[\p{L}\p{N}])/iu;

/**
 * What speaks against publishing a report on the URL, as it would be sent: without user info.
 * Empty for a text that could not be sent.
 */
export function publishingRisks(url: string): PublishingRisk[] {
  const read = readReportUrl(url);
  if ('problem' in read) return [];
  const address = new URL(read.value);
  const rest = address.pathname + address.search + address.hash;
  const isThere: Record<PublishingRisk, boolean> = {
    secret: hasSecret(address),
    email: E_MAIL.test(withPlainLetters(rest)),
    local: isLocalHost(address.hostname),
  };
  const risks: PublishingRisk[] = ['secret', 'email', 'local'];
  return risks.filter((risk) => isThere[risk]);
}

/** Decoded, with `@` also out of text that is encoded twice or not in UTF-8. */
function withPlainLetters(text: string): string {
  const plain = text.replaceAll(/%(?:25)*40/g, '@');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}
