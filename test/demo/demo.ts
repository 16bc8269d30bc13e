import type { Service } from '../service/service';

/** What both ways of showing the extension begin with. */
export interface Demo {
  service: Service;
  /** Absolute URLs of the pages to report, at least one. */
  urls: string[];
}

/** The URLs of a command line. Throws a sentence for an argument that is none. */
export function readUrls(args: readonly string[]): string[] {
  return args
    .filter((argument) => argument !== '--')
    .map((argument) => {
      if (/^https?:/i.test(argument) && URL.canParse(argument)) return new URL(argument).href;
      throw new Error(`${argument} cannot be reported: give an https:// URL.`);
    });
}
