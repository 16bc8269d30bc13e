import type { Outcome } from '@/lib/model/outcome';
import type { PublishingRisk } from '@/lib/model/publishing-risk';
import { attempt } from './attempt';

/**
 * What speaks against a public report on an address. The check is fetched when it is needed first;
 * where it cannot be had, that is a failure: nothing is published unchecked.
 */
export function checkPublishing(url: string): Promise<Outcome<PublishingRisk[]>> {
  return attempt(async () => {
    const { publishingRisks } = await import('@/lib/model/publishing-risk');
    return { value: publishingRisks(url) };
  });
}
