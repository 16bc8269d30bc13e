import { originalAddress } from '@/lib/url/enclosed-address';
import { type FileFault, MAX_ADDRESSES, type Sink } from './found-addresses';
import { readMarkup } from './markup';

interface Links {
  addresses: string[];
  /** Number of other links, for example to e-mail addresses. */
  others: number;
  /** Why reading stopped early; null at the end of the text. */
  fault: FileFault | null;
}

export function linksInHtml(html: string): Links {
  const addresses: string[] = [];
  let others = 0;
  const { fault } = readMarkup(html, 'html', {
    open(_name, _level, { href, originalsrc }) {
      if (href === undefined) return;
      // When Outlook wraps a link, `originalsrc` is the address of the page.
      const address = originalAddress((originalsrc || href).trim());
      if (/^https?:\/\//i.test(address)) addresses.push(address);
      else others += 1;
    },
    // One address more than the limit, so that the sink notices the excess.
    isDone: () => addresses.length > MAX_ADDRESSES,
  });
  return { addresses, others, fault };
}

/** Returns false if the text has no links. */
export function readHtml(text: string, sink: Sink): boolean {
  const { addresses, others, fault } = linksInHtml(text);
  if (addresses.length + others === 0) return false;
  for (const address of addresses) sink.page(address);
  sink.leaveOut(others);
  if (fault !== null) sink.fault(fault);
  else if (addresses.length === 0) sink.noAddresses('fields', ['a', 'href']);
  return true;
}
