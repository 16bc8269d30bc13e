import { type Failure, wordsOf } from '@/lib/failure';
import { bareAddress } from '@/lib/url/bare-address';

/** A plan's limit refuses every further creation alike; five in a row are no chance. */
const MOST_ALIKE = 5;

/** Makes the count of the rows of each batch that were refused one after the other in the same way. */
export function createRefusalRuns() {
  const runs = new Map<string, { how: string; count: number }>();
  return {
    /**
     * Takes in the answer to a row of a batch, in the order of the answers.
     * @param url the address that the row is about; null where it is not known
     * @param failure null where the service has done what was asked
     * @returns the service's words, empty where it sent none, where it has refused so often that the batch
     *   is to pause; else null
     */
    note(batchId: string, url: string | null, failure: Failure | null): string | null {
      if (failure === null) runs.delete(batchId);
      if (failure === null || !isRefusal(failure)) return null;
      const said = wordsOf(failure) ?? '';
      const how = [failure.code, statusOf(failure), withoutAddress(said, url)].join(' ');
      const former = runs.get(batchId);
      const count = former?.how === how ? former.count + 1 : 1;
      runs.set(batchId, { how, count });
      return count >= MOST_ALIKE ? said : null;
    },
    /** Begins to count anew. */
    begin(batchId: string): void {
      runs.delete(batchId);
    },
  };
}

/** Whether the service has refused the row itself, by a 4xx or about its page. */
function isRefusal(failure: Failure): boolean {
  const { code } = failure;
  const isGone = code === 'gone' && failure.what === 'interface';
  return (
    code === 'notAllowed' ||
    code === 'invalid' ||
    code === 'pageFailed' ||
    code === 'refused' ||
    isGone
  );
}

/** The status where the code alone does not stand for one. */
function statusOf(failure: Failure): number | null {
  return 'status' in failure ? failure.status : null;
}

/** Words that quote an address are told apart by nothing else. */
function withoutAddress(words: string, url: string | null): string {
  const bare = bareAddress(url ?? '').replace(/\/$/, '');
  return url === null || bare === '' ? words : words.replaceAll(url, '').replaceAll(bare, '');
}
