import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readPolicy } from '@/lib/settings/policy';
import {
  changePreferences,
  INITIAL_PREFERENCES,
  preferencesItem,
  storePolicy,
} from '@/lib/settings/preferences';
import { emptyBrowser } from '../../support/empty-browser';

const WHOLE = {
  baseUrl: 'reports.example.com/s/',
  reportLink: 'https://reports.example.com/r/{id}',
  defaultPrivacy: 'password',
  requestHeaders: ['X-Pass'],
  notifications: true,
};

const warn = vi.fn();

beforeEach(() => {
  emptyBrowser();
  warn.mockReset();
  vi.spyOn(console, 'warn').mockImplementation(warn);
});
afterEach(() => void vi.restoreAllMocks());

describe('a policy', () => {
  it('is read like the same texts in the fields of the options page', () => {
    expect(readPolicy(WHOLE)).toEqual({
      ...WHOLE,
      baseUrl: 'https://reports.example.com/s',
      defaultPrivacy: 2,
    });
    expect(warn).not.toHaveBeenCalled();
  });

  it.each<[keyof typeof WHOLE, unknown[]]>([
    ['baseUrl', ['ftp://a.example', '', 7, null, {}]],
    ['reportLink', ['https://reports.example.com/', 7, ['{id}']]],
    ['defaultPrivacy', [2, 'secret', '']],
    ['requestHeaders', ['X-Pass', [7], ['Cookie'], ['a', 'b', 'c', 'd', 'e', 'f']]],
    ['notifications', ['yes', 1, null]],
  ])('omits and logs an invalid %s', (name, wrong) => {
    for (const value of wrong) {
      warn.mockReset();
      const { [name]: _, ...others } = readPolicy({ ...WHOLE, [name]: value });
      expect([_, Object.keys(others)]).toEqual([undefined, expect.any(Array)]);
      expect(Object.keys(others)).toHaveLength(4);
      expect(warn.mock.calls).toEqual([[expect.any(String), name]]);
    }
  });

  it('is empty if it has only unknown names', () => {
    expect(readPolicy({ apiKey: 'a-key', toString: 'x' })).toEqual({});
  });

  it('has the names and types of the schema for Chromium, and no secret', () => {
    const schema = JSON.parse(readFileSync('public/policy-schema.json', 'utf8'));
    expect(Object.keys(schema.properties)).toEqual(Object.keys(readPolicy(WHOLE)));
    expect(schema.properties.defaultPrivacy.enum).toContain(WHOLE.defaultPrivacy);
    // Chromium does not load an extension whose schema has this property at the top level.
    expect(schema).not.toHaveProperty('additionalProperties');
  });
});

describe('the preferences with the policy applied', () => {
  const own = { ...INITIAL_PREFERENCES, defaultPrivacy: 0 as const, notifiesOfDone: true };
  const inForce = () => preferencesItem.read();

  it("are the preferences of the policy, and the person's own after its removal", async () => {
    await changePreferences(own);
    await storePolicy({ ...WHOLE, notifications: false });
    expect(await inForce()).toMatchObject({
      defaultPrivacy: 2,
      policy: { reportLink: WHOLE.reportLink },
      notifiesOfDone: false,
      notifiesOfAttention: false,
      comparedSince: 'week',
    });
    const changed = await changePreferences({ comparedSince: 'month' });
    expect(changed).toMatchObject({ defaultPrivacy: 2, comparedSince: 'month' });
    await storePolicy({});
    expect(await inForce()).toEqual({ ...own, comparedSince: 'month', policy: {} });
  });

  it('follow a changed policy', async () => {
    await storePolicy(WHOLE);
    await storePolicy({ ...WHOLE, defaultPrivacy: 'public', baseUrl: undefined });
    const { defaultPrivacy, policy } = (await inForce()) ?? {};
    expect([defaultPrivacy, policy?.baseUrl]).toEqual([0, undefined]);
  });

  it('are not stored without a policy', async () => {
    await storePolicy({});
    expect(await inForce()).toBeUndefined();
  });

  it("are the person's own if the stored policy is invalid", async () => {
    await preferencesItem.write({ ...own, policy: { notifications: 'no' } as never });
    expect(await inForce()).toMatchObject({ defaultPrivacy: 0, notifiesOfDone: true });
  });
});
