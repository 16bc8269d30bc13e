import { i18n } from '#i18n';
import { counted, countText, series } from '@/components/text/language';
import type { JobLine } from '@/lib/jobs/types';
import { shownAddress } from '@/lib/url/shown-address';

/**
 * Returns the name of a batch: "shop.example, 120 reports", "shop.example and 3 more sites, 120
 * reports".
 */
export function batchName({ site, size }: Pick<JobLine, 'site' | 'size'>): string {
  const reports = counted('reports.count', size);
  if (site === undefined) return reports;
  const host = shownAddress(site.host);
  const { others } = site;
  return series([others === 0 ? host : counted('batch.sites', others, host), reports]);
}

/** Returns the number of finished operations: "4 of 12". */
export function batchProgress({ counts, size }: Pick<JobLine, 'counts' | 'size'>): string {
  const { done, needsAttention, cancelled } = counts;
  return i18n.t('batch.progress', [countText(done + needsAttention + cancelled), countText(size)]);
}
