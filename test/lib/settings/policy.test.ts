import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fixedBaseUrl, type Policy, policyFor, readPolicy } from '@/lib/settings/policy';
import {
  changePreferences,
  INITIAL_PREFERENCES,
  preferencesItem,
  storePolicy,
} from '@/lib/settings/preferences';
import { emptyBrowser } from '../../support/empty-browser';
import { SVG_LOGO } from '../../support/logos';

const COMPLETE_POLICY = {
  baseUrl: 'reports.example.com/s/',
  reportLink: 'https://reports.example.com/r/{id}',
  defaultPrivacy: 'password',
  requestHeaders: ['X-Pass'],
  notifications: true,
  agencyName: 'Voss Search Studio',
  agencyColor: '#0b6b6a',
  agencyLogo: SVG_LOGO,
};

const warn = vi.fn();

beforeEach(() => {
  emptyBrowser();
  warn.mockReset();
  vi.spyOn(console, 'warn').mockImplementation(warn);
});
afterEach(() => void vi.restoreAllMocks());

describe('a policy', () => {
  it('is read like texts that a person types into the options page', () => {
    expect(readPolicy(COMPLETE_POLICY)).toEqual({
      ...COMPLETE_POLICY,
      baseUrl: 'https://reports.example.com/s',
      defaultPrivacy: 2,
    });
    expect(warn).not.toHaveBeenCalled();
  });

  it.each<[keyof typeof COMPLETE_POLICY, unknown[]]>([
    ['baseUrl', ['ftp://a.example', '', 7, null, {}]],
    ['reportLink', ['https://reports.example.com/', 7, ['{id}']]],
    ['defaultPrivacy', [2, 'secret', '']],
    ['requestHeaders', ['X-Pass', [7], ['Cookie'], ['a', 'b', 'c', 'd', 'e', 'f']]],
    ['notifications', ['yes', 1, null]],
    ['agencyName', [7, 'a'.repeat(81)]],
    ['agencyColor', ['teal', '#fff', '#0b6b6a;']],
    ['agencyLogo', ['https://logo.example/logo.png', 'data:image/gif;base64,R0lGODlh', '']],
  ])('omits and logs an invalid %s', (name, wrong) => {
    for (const value of wrong) {
      warn.mockReset();
      const { [name]: _, ...others } = readPolicy({ ...COMPLETE_POLICY, [name]: value });
      expect([_, Object.keys(others)]).toEqual([undefined, expect.any(Array)]);
      expect(Object.keys(others)).toHaveLength(7);
      expect(warn.mock.calls).toEqual([[expect.any(String), name]]);
    }
  });

  it('is empty if it has only unknown names', () => {
    expect(readPolicy({ apiKey: 'a-key', toString: 'x' })).toEqual({});
  });

  it('has the names and types of the schema for Chromium', () => {
    const schema = JSON.parse(readFileSync('public/policy-schema.json', 'utf8'));
    expect(Object.keys(schema.properties)).toEqual(Object.keys(readPolicy(COMPLETE_POLICY)));
    expect(schema.properties.defaultPrivacy.enum).toContain(COMPLETE_POLICY.defaultPrivacy);
    // Chromium does not load an extension whose schema has this property at the top level.
    expect(schema).not.toHaveProperty('additionalProperties');
  });
});

describe('a policy with a base URL', () => {
  const baseUrl = 'https://reports.example.com';
  const values = { reportLink: 'https://reports.example.com/r/{id}', requestHeaders: ['X-Pass'] };
  const policy: Policy = { ...values, baseUrl, defaultPrivacy: 2 };
  const own = { baseUrl };
  const other = { baseUrl: 'https://other.example' };

  it.each([
    ['sets link and headers of the connection with this base URL', policy, baseUrl, values],
    ['sets link and headers before the first connection', policy, undefined, values],
    ['sets nothing of another connection', policy, other.baseUrl, {}],
    ['sets nothing of a longer base URL', policy, `${baseUrl}/s`, {}],
  ])('%s', (_, whole, connected, expected) => {
    expect(policyFor(whole, connected)).toEqual(expected);
  });

  it('fixes the base URL of its own connection, and of a form before the first connection', () => {
    expect(fixedBaseUrl(policy, own, [own, other])).toBe(baseUrl);
    expect(fixedBaseUrl(policy, undefined, [])).toBe(baseUrl);
  });

  it('fixes the base URL of a new connection until its own service is connected', () => {
    expect(fixedBaseUrl(policy, undefined, [other])).toBe(baseUrl);
    expect(fixedBaseUrl(policy, undefined, [other, own])).toBeNull();
  });

  it('replaces the base URL of an only connection, and of no other connection', () => {
    const third = { baseUrl: 'https://third.example' };
    expect(fixedBaseUrl(policy, other, [other])).toBe(baseUrl);
    expect(fixedBaseUrl(policy, other, [other, own])).toBeNull();
    expect(fixedBaseUrl(policy, other, [other, third])).toBeNull();
  });
});

describe('a policy without a base URL', () => {
  const values = { reportLink: '', requestHeaders: ['X-Pass'] };

  it('sets link and headers of every connection, and fixes no base URL', () => {
    expect(policyFor(values, 'https://other.example')).toEqual(values);
    expect(fixedBaseUrl(values, undefined, [])).toBeNull();
    expect(policyFor(undefined, 'https://other.example')).toEqual({});
  });
});

describe('the preferences with the policy applied', () => {
  const ownPreferences = {
    ...INITIAL_PREFERENCES,
    defaultPrivacy: 0 as const,
    notifiesOfDone: true,
    notifiesOfWorse: true,
  };
  const storedPreferences = () => preferencesItem.read();

  it("are the policy's preferences, and after its removal the person's own preferences", async () => {
    await changePreferences(ownPreferences);
    await storePolicy({ ...COMPLETE_POLICY, notifications: false });
    expect(await storedPreferences()).toMatchObject({
      defaultPrivacy: 2,
      policy: { reportLink: COMPLETE_POLICY.reportLink },
      notifiesOfDone: false,
      notifiesOfAttention: false,
      notifiesOfWorse: false,
      comparedSince: 'week',
    });
    const changed = await changePreferences({ comparedSince: 'month' });
    expect(changed).toMatchObject({ defaultPrivacy: 2, comparedSince: 'month' });
    await storePolicy({});
    expect(await storedPreferences()).toEqual({
      ...ownPreferences,
      comparedSince: 'month',
      policy: {},
    });
  });

  it('follow a changed policy', async () => {
    await storePolicy(COMPLETE_POLICY);
    await storePolicy({ ...COMPLETE_POLICY, defaultPrivacy: 'public', baseUrl: undefined });
    const { defaultPrivacy, policy } = (await storedPreferences()) ?? {};
    expect([defaultPrivacy, policy?.baseUrl]).toEqual([0, undefined]);
  });

  it('are not stored without a policy', async () => {
    await storePolicy({});
    expect(await storedPreferences()).toBeUndefined();
  });
});
