import { meantAddress } from '@/lib/url/enclosed-address';

/** The name of a tag and its attributes up to `href`, and the value of that. */
const HREF =
  /^[a-z][\w:-]*(?:\s+[^\s=>"']+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+))?)*?\s+href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/i;

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** With a semicolon: without one, `&center=` would begin with a cent sign. */
const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi;

/** So much of a text shows whether it is HTML. */
const START = 100_000;

/** Whether a text, without white space before it, is HTML with links, such as exported bookmarks. */
export function isHtml(text: string): boolean {
  const start = text.slice(0, START);
  return start.startsWith('<') && start.split('<').some((tag) => HREF.test(tag));
}

/**
 * The addresses that HTML links to, one `href` after the other.
 * @param leaveOut is told of each that is no web address
 */
export function* hrefsInHtml(text: string, leaveOut: () => void): Generator<string> {
  for (const [tag] of text.matchAll(/[^<]+/g)) {
    const href = hrefOf(tag);
    if (href === undefined) continue;
    const address = meantAddress(href);
    if (/^https?:\/\//i.test(address)) yield address;
    else leaveOut();
  }
}

/** The `href` of a tag, which is given without its first bracket; undefined where it has none. */
export function hrefOf(tag: string): string | undefined {
  const [, ...values] = HREF.exec(tag) ?? [];
  const href = values.find((value) => value !== undefined);
  return href === undefined ? undefined : withoutReferences(href).trim();
}

/** A text of HTML or XML with the characters that references stand for; unknown ones stay as written. */
export function withoutReferences(text: string): string {
  return text.replaceAll(REFERENCE, (written, decimal, hexadecimal, name) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? written;
    const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : written;
  });
}
