import { type Failure, wordsOf } from '@/lib/failure';
import { bareAddress } from '@/lib/url/bare-address';

/** A plan's limit refuses every further creation alike; five in a row are no chance. */
const MOST_ALIKE = 5;

/** Makes the count of creations of each batch that were refused one after the other with the same words. */
export function createRefusalRuns() {
  const runs = new Map<string, { words: string; count: number }>();
  return {
    /**
     * Takes in the answer to a creation of a batch, in the order of the answers.
     * @param failure null where the report was made
     * @returns the service's words where they have come so often that the batch is to pause, else null
     */
    note(batchId: string, url: string, failure: Failure | null): string | null {
      if (failure === null) runs.delete(batchId);
      const said = failure && isRefusal(failure) ? wordsOf(failure) : null;
      if (said === null) return null;
      const words = withoutAddress(said, url);
      const former = runs.get(batchId);
      const count = former?.words === words ? former.count + 1 : 1;
      runs.set(batchId, { words, count });
      return count >= MOST_ALIKE ? said : null;
    },
    /** Begins to count anew. */
    begin(batchId: string): void {
      runs.delete(batchId);
    },
  };
}

/** Whether the service has refused the creation itself, by 403 or 422 or about its page. */
function isRefusal({ code }: Failure): boolean {
  return code === 'notAllowed' || code === 'invalid' || code === 'pageFailed';
}

/** Words that quote an address are told apart by nothing else. */
function withoutAddress(words: string, url: string): string {
  const bare = bareAddress(url).replace(/\/$/, '');
  return words.replaceAll(url, '').replaceAll(bare, '');
}
