import { expect, it } from 'vitest';
import { accountFacts } from '@/lib/connection/account-facts';
import { FIELD_BOUNDS, toExtraFields } from '@/lib/report/extra-fields';

// Source: answers of real installations to GET /account.
const account = {
  id: 7,
  name: 'Rosa Lindqvist',
  email: 'rosa@agency.example',
  locale: 'sv',
  plan: { id: 2, name: 'Agency', features: { reports: 500, branded_reports: 1, api: 1 } },
};

/** Returns the usual fields of an account, and the names of the other fields. */
function factsOf(answer: object) {
  const { rest, ...facts } = accountFacts(toExtraFields(answer, FIELD_BOUNDS));
  return { facts, rest };
}

it('accountFacts separates the usual fields of an account from the rest', () => {
  const { facts, rest } = factsOf(account);
  expect(facts).toEqual({
    name: 'Rosa Lindqvist',
    email: 'rosa@agency.example',
    plan: 'Agency',
    reports: 500,
  });
  const otherFields = {
    id: 7,
    locale: 'sv',
    plan: { id: 2, features: { branded_reports: 1, api: 1 } },
  };
  expect(rest).toEqual(toExtraFields(otherFields, FIELD_BOUNDS).fields);
});

it('the rest omits a section with a usual field only', () => {
  const { rest } = factsOf({ plan: { name: 'Agency', features: { reports: 10 } } });
  expect(rest).toEqual([]);
});

it.each([
  [-1, Infinity],
  ['-1', Infinity],
  [0, 0],
  ['250', 250],
  [-2, null],
  [{ limit: 500 }, null],
  [true, null],
])('a plan with reports: %j allows %j a month', (reports, allowed) => {
  expect(factsOf({ plan: { features: { reports } } }).facts.reports).toBe(allowed);
});

it('an account without usual fields has all its fields in the rest', () => {
  const other = { name: ' ', email: 3, plan: { name: 'x'.repeat(201) } };
  const { facts, rest } = factsOf(other);
  expect(facts).toEqual({ name: null, email: null, plan: null, reports: null });
  expect(rest).toEqual(toExtraFields(other, FIELD_BOUNDS).fields);
});
