import { describe, expect, it } from 'vitest';
import { publishingRisks } from '@/lib/url/publishing-risk';
import {
  HARMLESS_ADDRESSES,
  RISKY_ADDRESSES,
  UNSEEN_HARMLESS_ADDRESSES,
  UNSEEN_RISKY_ADDRESSES,
} from './sample-addresses';

function isRisky(url: string): boolean {
  return publishingRisks(url).length > 0;
}

describe('publishing', () => {
  it('is taken for a risk with all addresses that give something away', () => {
    expect(RISKY_ADDRESSES.filter((url) => !isRisky(url))).toEqual([]);
  });

  it('is taken for one with none of the others', () => {
    expect(HARMLESS_ADDRESSES.filter(isRisky)).toEqual([]);
  });

  it('is judged nearly as well with addresses that no rule was made for', () => {
    expect(UNSEEN_RISKY_ADDRESSES.filter((url) => !isRisky(url)).length).toBeLessThanOrEqual(2);
    expect(UNSEEN_HARMLESS_ADDRESSES.filter(isRisky)).toHaveLength(0);
  });
});
