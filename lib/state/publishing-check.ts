import { attempt } from '@/lib/attempt';
import type { Outcome } from '@/lib/outcome';
import type { PublishingRisk } from '@/lib/url/publishing-risk';

/**
 * What speaks against a public report on an address. The check is fetched when it is needed first;
 * where it cannot be had, that is a failure: nothing is published unchecked.
 */
export function checkPublishing(url: string): Promise<Outcome<PublishingRisk[]>> {
  return attempt(async () => {
    const { publishingRisks } = await import('@/lib/url/publishing-risk');
    return { value: publishingRisks(url) };
  });
}
