import { originalAddress } from '@/lib/url/enclosed-address';
import { type FileFault, MAX_ADDRESSES, type Sink } from './found-addresses';
import { readMarkup } from './markup';

interface Links {
  /** Addresses of web pages, in document order. */
  addresses: string[];
  /** Number of other links, for example to e-mail addresses. */
  others: number;
  /** Why reading stopped early; null if the text was read to the end. */
  fault: FileFault | null;
}

/** Returns the links in HTML. */
export function linksInHtml(html: string): Links {
  const addresses: string[] = [];
  let others = 0;
  const { fault } = readMarkup(html, 'html', {
    open(_name, _level, { href, originalsrc }) {
      if (href === undefined) return;
      // When Outlook wraps a link, `originalsrc` contains the address of the page.
      const address = originalAddress((originalsrc || href).trim());
      if (/^https?:\/\//i.test(address)) addresses.push(address);
      else others += 1;
    },
    // One address more than the limit, so that the sink notes that the text has more.
    isDone: () => addresses.length > MAX_ADDRESSES,
  });
  return { addresses, others, fault };
}

/**
 * Reads the links in HTML.
 * @returns false if the text has no links
 */
export function readHtml(text: string, sink: Sink): boolean {
  const { addresses, others, fault } = linksInHtml(text);
  if (addresses.length + others === 0) return false;
  for (const address of addresses) sink.page(address);
  sink.leaveOut(others);
  if (fault !== null) sink.fault(fault);
  else if (addresses.length === 0) sink.noAddresses('fields', ['a', 'href']);
  return true;
}
