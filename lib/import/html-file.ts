import { originalAddress } from '@/lib/url/enclosed-address';
import { type FileFault, MAX_ADDRESSES, type Sink } from './found-addresses';
import { readMarkup } from './markup';

interface Links {
  /** Web addresses. */
  addresses: string[];
  /** Number of links to other things, for example to e-mail addresses. */
  otherCount: number;
  /** Why reading stopped early; null at the end of the text. */
  fault: FileFault | null;
}

export function linksInHtml(html: string): Links {
  const addresses: string[] = [];
  let otherCount = 0;
  const { fault } = readMarkup(html, 'html', {
    open(_name, _level, { href, originalsrc }) {
      if (href === undefined) return;
      // Outlook puts its own address into `href`, and the page's address into `originalsrc`.
      const address = originalAddress((originalsrc || href).trim());
      if (/^https?:\/\//i.test(address)) addresses.push(address);
      else otherCount += 1;
    },
    // One address above the limit shows the sink that the text has more addresses.
    isDone: () => addresses.length > MAX_ADDRESSES,
  });
  return { addresses, otherCount, fault };
}

/** Adds the links of a web page. Returns false if the text has no links. */
export function readHtml(text: string, sink: Sink): boolean {
  const { addresses, otherCount, fault } = linksInHtml(text);
  if (addresses.length + otherCount === 0) return false;
  for (const address of addresses) sink.addPage(address);
  sink.countLeftOut(otherCount);
  if (fault !== null) sink.addFault(fault);
  else if (addresses.length === 0) sink.addSourceWithoutAddresses('fields', ['a', 'href']);
  return true;
}
