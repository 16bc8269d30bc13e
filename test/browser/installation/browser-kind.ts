import type { Browser } from '@puppeteer/browsers';
import type { Machine } from './machine';

/** What is known of a kind of browser: all that finding and installing one has to ask. */
export interface BrowserKind {
  /** The programs it comes as, within a sentence: `Chromium, Chrome or Edge`. */
  names: string;
  /** The oldest major version that the built extension's manifest allows. */
  oldest: number;
  /** Variables by which a person names the program, the one to recommend first. */
  variables: readonly [string, ...string[]];
  /** Where it usually is, in the order of preference. */
  usualPlaces(machine: Machine): string[];
  /** Whether one that came as a snap can be driven. */
  worksAsSnap: boolean;
  /** Debian's package. */
  debianPackage: string;
  download: BrowserDownload;
}

/** What `@puppeteer/browsers` downloads, which is the stable version. */
export interface BrowserDownload {
  /** Its name within a sentence. */
  name: string;
  browser: Browser;
  /**
   * What it needs of Debian and Ubuntu, as `apt-get satisfy` reads it. Undefined where the download
   * says that by itself.
   */
  needs?: string;
}

/** A browser that can be launched. */
export interface FoundBrowser {
  /** Absolute path of the program. */
  path: string;
  /** How it was found, for a person to read: a variable's name, `installed` or `downloaded`. */
  origin: string;
}

/** Why a program is not used, to be said after its path; undefined when nothing is against it. */
export function findFault(
  { oldest, worksAsSnap }: BrowserKind,
  program: { version: number | undefined; isSnap: boolean },
): string | undefined {
  if (program.isSnap && !worksAsSnap) return 'is a snap, which cannot see the profiles of tests';
  if (program.version === undefined || program.version >= oldest) return undefined;
  return `is version ${program.version}, and ${oldest} or later is needed`;
}
