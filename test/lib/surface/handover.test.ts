import { expect, it } from 'vitest';
import {
  type Handover,
  Handovers,
  handoverOf,
  withHandover,
  withoutHandover,
} from '@/lib/surface/handover';

const draft: Handover = {
  kind: 'draft',
  url: 'https://host.example/',
  privacy: 2,
  isPrivate: false,
};

it('a hand-over is found by its token alone, and gone once it is taken', () => {
  const all = withHandover([], 'token', draft);
  const unchosen = withHandover(all, 'unchosen', { ...draft, privacy: null });
  expect(Handovers.parse(unchosen)).toEqual(unchosen);
  expect(handoverOf(all, 'token')).toEqual(draft);
  expect(handoverOf(all, 'other')).toBeUndefined();
  expect(withoutHandover(all, 'other')).toBe(all);
  expect(withoutHandover(all, 'token')).toEqual([]);
});

it('hand-overs that no tab takes do not pile up', () => {
  let all: Handovers = [];
  for (let count = 1; count <= 100; count += 1) all = withHandover(all, `token-${count}`, draft);
  expect(all.length).toBeLessThanOrEqual(20);
  expect(handoverOf(all, 'token-100')).toEqual(draft);
});
