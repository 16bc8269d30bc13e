import { describe, expect, it } from 'vitest';
import { readAccount } from '@/lib/service/answer-bodies';

describe('an account', () => {
  it.each([
    { name: 'Rosa' },
    { data: { name: 'Rosa' } },
    { account: { name: 'Rosa' }, meta: {} },
    { user: { name: 'Rosa' }, status: 'success' },
  ])('is found in %j', (json) => {
    expect(readAccount(json)).toEqual({ fields: [{ name: 'name', value: 'Rosa' }], isCut: false });
  });

  it('keeps its own part that is named like an envelope', () => {
    expect(readAccount({ name: 'Rosa', data: { used: 1 } })?.fields).toHaveLength(2);
  });

  it.each([
    { success: false, message: 'No.' },
    { status: 'error', message: 'No.', data: null },
    { error: 'No.' },
  ])('is none where the answer says no, as in %j', (json) => {
    expect(readAccount(json)).toBeUndefined();
  });

  it('may have a status of its own', () => {
    expect(readAccount({ name: 'Rosa', status: false })?.fields).toHaveLength(2);
  });

  it.each([[[]], [[{ name: 'Rosa' }]], [7]])('is not %j', (json) => {
    expect(readAccount(json)).toBeUndefined();
  });
});
