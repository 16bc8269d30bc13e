import { readReportUrl } from '@/lib/url/report-url';
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
      const read = readReportUrl(argument);
      if ('problem' in read)
        throw new Error(`${argument} cannot be reported: give an https:// URL.`);
      return read.value;
    });
}
