import { meantAddress } from '@/lib/url/enclosed-address';
import { type FileFault, MOST_ADDRESSES, type Sink } from './found-addresses';
import { readMarkup } from './markup';

/** The addresses that HTML links to, and what else its links hold. */
interface Links {
  /** Of web pages, in order. */
  addresses: string[];
  /** How many lead elsewhere. */
  others: number;
}

/** Finds the links in HTML, such as a page or exported bookmarks. Outlook keeps what a link led to before it was wrapped. */
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
      // One more than are taken shows that there are more.
      isDone: () => links.addresses.length > MOST_ADDRESSES,
    },
    false,
  );
  return { ...links, fault };
}

/**
 * Reads the links in HTML.
 * @returns false where a text has none
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
