import { pageHost } from '@/lib/url/page-key';
import { shownAddress } from '@/lib/url/shown-address';
import { readAddress } from '@/lib/url/typed-address';

/** Returns the project that services usually give to a page: the host without `www.`. */
export function projectOfPage(url: string): string {
  return pageHost(new URL(url).hostname);
}

/** Most project names are hosts, possibly in Punycode. */
export function shownProject(name: string): string {
  return shownAddress(`https://${name}`).slice('https://'.length);
}

/** Returns a typed project name. The project of an address is its host. */
export function typedProject(typed: string): string {
  const text = typed.trim();
  const read = /\S\.\S/.test(text) && !/\s/.test(text) ? readAddress(text) : null;
  return read === null || 'problem' in read ? text : pageHost(read.url.hostname);
}
