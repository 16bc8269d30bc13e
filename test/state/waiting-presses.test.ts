import { describe, expect, it } from 'vitest';
import { createWaitingPresses } from '@/lib/state/waiting-presses';

describe('presses on what is still to come', () => {
  it('are carried out when it arrives, once each and in their order', () => {
    const { soon, arrive } = createWaitingPresses<string[]>();
    const done: string[] = [];
    soon((target) => target.push('first'));
    soon((target) => target.push('second'));
    expect(done).toEqual([]);
    arrive(done);
    expect(done).toEqual(['first', 'second']);
  });

  it('are carried out at once when it is here', () => {
    const { soon, arrive } = createWaitingPresses<string[]>();
    const done: string[] = [];
    arrive(done);
    soon((target) => target.push('press'));
    expect(done).toEqual(['press']);
  });
});
