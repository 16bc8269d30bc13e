import { searchText } from '@/lib/report/report-query';
import { pageHost } from '@/lib/url/page-key';
import { shownAddress } from '@/lib/url/shown-address';
import { readAddress } from '@/lib/url/typed-address';

/** Each is a stop of the Tab key on the way to the reports. */
const MOST_OFFERED = 8;

/**
 * Which of the projects seen are offered for what is typed: those that contain it and are not yet
 * typed in full, each once and sorted. A single project is no choice while nothing is typed.
 */
export function offeredProjects(seen: readonly string[], typed: string): string[] {
  const projects = [...new Set(seen)];
  const text = typed.trim();
  const sought = searchText(text).toLowerCase();
  if (text === '' && projects.length < 2) return [];
  return projects
    .filter((name) => typedProject([name], text) === undefined)
    .filter((name) => spellings(name).some((spelling) => spelling.includes(sought)))
    .sort((one, other) => one.localeCompare(other))
    .slice(0, MOST_OFFERED);
}

/** A project for people to read: services name most by the host of their pages. */
export function shownProject(name: string): string {
  return shownAddress(`https://${name}`).slice('https://'.length);
}

/** The project seen that is typed in full; undefined where it is none. */
export function typedProject(seen: readonly string[], typed: string): string | undefined {
  const text = typed.trim();
  return seen.find((name) => text === name || text === shownProject(name));
}

/**
 * The project that is meant by what is typed, which services match whole: nobody has to type the
 * capitals of one that was seen, and the address of a page stands for its host.
 */
export function meantProject(seen: readonly string[], typed: string): string {
  const text = typed.trim();
  const host = hostIn(text);
  const alike = [text, host].map((name) => name.toLowerCase());
  const isMeant = (name: string) => spellings(name).some((spelling) => alike.includes(spelling));
  return typedProject(seen, text) ?? seen.find(isMeant) ?? host;
}

/** The project of the page in front: its host, and with its port only where services are seen to have it. */
export function projectOfPage(url: string, seen: readonly string[]): string {
  const { host, hostname } = new URL(url);
  return seen.includes(pageHost(host)) ? pageHost(host) : pageHost(hostname);
}

function spellings(name: string): string[] {
  return [name.toLowerCase(), shownProject(name).toLowerCase()];
}

/** The host of what is typed like an address; any other text as it is. */
function hostIn(text: string): string {
  const read = /^\S+\.\S+$/.test(text) ? readAddress(text) : null;
  if (read === null || 'problem' in read) return text;
  const host = pageHost(read.url.host);
  return host === text.toLowerCase() ? text : host;
}
