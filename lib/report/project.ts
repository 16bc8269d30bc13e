import { pageHost } from '@/lib/url/page-key';
import { shownAddress } from '@/lib/url/shown-address';
import { readAddress } from '@/lib/url/typed-address';

/** The project of a page, as services name it: its host without `www.`. */
export function projectOfPage(url: string): string {
  return pageHost(new URL(url).hostname);
}

/** A project for people to read: services name most by the host of their pages. */
export function shownProject(name: string): string {
  return shownAddress(`https://${name}`).slice('https://'.length);
}

/** The project that is meant by what is typed: the address of a page stands for its host. */
export function meantProject(typed: string): string {
  const text = typed.trim();
  const read = /\S\.\S/.test(text) && !/\s/.test(text) ? readAddress(text) : null;
  return read === null || 'problem' in read ? text : pageHost(read.url.hostname);
}
