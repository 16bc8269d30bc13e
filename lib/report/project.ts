import { pageHost } from '@/lib/url/page-key';
import { shownAddress } from '@/lib/url/shown-address';
import { readAddress } from '@/lib/url/typed-address';

/** Returns the project that services usually assign to a page: the host without `www.`. */
export function projectOfPage(url: string): string {
  return pageHost(new URL(url).hostname);
}

/** Decodes Punycode, because most project names are hosts. */
export function shownProject(name: string): string {
  return shownAddress(`https://${name}`).slice('https://'.length);
}

/** Returns the host of a typed address, and any other text unchanged. */
export function typedProject(typed: string): string {
  const text = typed.trim();
  const mayBeAddress = /\S\.\S/.test(text) && !/\s/.test(text);
  const parsed = mayBeAddress ? readAddress(text) : null;
  return parsed === null || 'problem' in parsed ? text : pageHost(parsed.url.hostname);
}
