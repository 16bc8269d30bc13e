import fc from 'fast-check';
import { it } from 'vitest';
import { backoffs } from './histories';
import { play } from './play';

it('peeks', () => {
  for (const h of fc.sample(backoffs, { seed: 5, numRuns: 6 }).slice(2)) {
    const { world } = play(h, { isLogged: true });
    console.info(
      String(fc.stringify(h)) + '\n' + world.log!.map((l) => l.slice(0, 160)).join('\n'),
    );
  }
});
