import { isOn, type Preview } from '@/components/batch/preview/preview-rows';
import { Privacy } from '@/lib/report/privacy';

/** What a press would ask for. */
export interface PreviewSelection {
  /** Each once. */
  urls: readonly string[];
  /** How many rows were left out, by the reason; `switchedOff` by hand alone. */
  leftOut: Record<string, number>;
  /** Those of them that are not fit to be published, where they would be. */
  risky: readonly string[];
}

/** What a press would ask for with a privacy; nothing where there is no preview. */
export function selectionOf(preview: Preview | null, privacy: Privacy): PreviewSelection {
  const urls = new Set<string>();
  const leftOut: Record<string, number> = {};
  const risky: string[] = [];
  preview?.rows.forEach(({ url, reason, risks }, index) => {
    const isWanted = url !== null && isOn(preview, index, privacy);
    if (isWanted && !urls.has(url)) {
      urls.add(url);
      if (privacy === Privacy.Public && risks.length > 0) risky.push(url);
    } else {
      const why = isWanted ? 'duplicate' : (reason ?? 'switchedOff');
      leftOut[why] = (leftOut[why] ?? 0) + 1;
    }
  });
  return { urls: [...urls], leftOut, risky };
}
