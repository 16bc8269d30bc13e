import { isOn, type Preview } from '@/components/batch/preview/preview-rows';
import { Privacy } from '@/lib/report/privacy';

/** The batch that a press would create. */
export interface PreviewSelection {
  /** Without duplicates. */
  urls: readonly string[];
  /** The number of other rows, by reason. `switchedOff` counts rows without another reason. */
  leftOut: Record<string, number>;
  /** The addresses in `urls` with risks, if the privacy is *Public*. */
  risky: readonly string[];
}

/** Returns the selection with a privacy; empty without a preview. */
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
