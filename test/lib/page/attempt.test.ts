import { expect, it } from 'vitest';
import type { Outcome } from '@/lib/outcome';
import { attempt } from '@/lib/page/attempt';

it.each<Outcome<string>>([{ value: 'done' }, { failure: { code: 'unreachable' } }])(
  'an attempt passes on the outcome %j',
  async (outcome) => {
    await expect(attempt(async () => outcome)).resolves.toBe(outcome);
  },
);

it('an attempt that gets no answer was interrupted', async () => {
  const rejected = attempt(() => Promise.reject(new Error('No answer')));
  await expect(rejected).resolves.toEqual({ failure: { code: 'interrupted' } });
});

it('an attempt that cannot even be made was interrupted', async () => {
  const thrown = attempt(() => {
    throw new Error('Extension context invalidated.');
  });
  await expect(thrown).resolves.toEqual({ failure: { code: 'interrupted' } });
});
