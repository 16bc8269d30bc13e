import { meantAddress } from '@/lib/url/enclosed-address';
import { type FileFault, MOST_ADDRESSES, type Sink } from './found-addresses';
import { readMarkup } from './markup';

interface Links {
  /** Addresses of web pages, in the order of the text. */
  addresses: string[];
  /** Number of links that lead to no web page. */
  others: number;
}

/** Finds the links in HTML. Outlook stores the address of a wrapped link in `originalsrc`. */
export function linksInHtml(html: string): Links & { fault: FileFault | null } {
  const links: Links = { addresses: [], others: 0 };
  const { fault } = readMarkup(
    html,
    {
      open(_, _level, { href, originalsrc }) {
        if (href === undefined) return;
        const address = meantAddress((originalsrc || href).trim());
        if (/^https?:\/\//i.test(address)) links.addresses.push(address);
        else links.others += 1;
      },
      // One address above the limit shows that the text has more.
      isDone: () => links.addresses.length > MOST_ADDRESSES,
    },
    false,
  );
  return { ...links, fault };
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
  else if (addresses.length === 0) sink.holdsNone('fields', ['a', 'href']);
  return true;
}
