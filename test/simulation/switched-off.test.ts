import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findings } from './findings';
import { histories } from './histories';
import type { History } from './history';
import type { ModelService } from './model-service';
import { play } from './play';

/** A queue on this service looks for nothing: every search comes back empty. */
function withoutSearch(service: ModelService): ModelService {
  return {
    ...service,
    list: (query) => ({
      ...service.list(query),
      outcome: () => ({ value: { reports: [], unreadable: 0, total: 0 } }),
    }),
  };
}

describe('a queue that sends again without having looked', () => {
  it('is caught making a report twice, by a history that can be read', {
    timeout: 600_000,
  }, async () => {
    const property = fc.asyncProperty(histories, async (history) => {
      const found = findings(history, await play(history, withoutSearch));
      return !found.some((finding) => finding.startsWith('doubled'));
    });
    const { failed, counterexample } = await fc.check(property, { numRuns: 10_000 });
    expect(failed).toBe(true);
    const [shortest] = counterexample as [History];
    const { steps, posts, lists } = shortest;
    expect(steps.length + posts.length + lists.length).toBeLessThanOrEqual(6);
    expect(String(shortest)).toMatch(/ step: +create \(url https:/);
  });
});
