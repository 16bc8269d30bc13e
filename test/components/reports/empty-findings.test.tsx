import { beforeEach, describe, expect, it } from 'vitest';
import type { Report } from '@/lib/report/report';
import { reportOn } from '../../support/sample-report';
import {
  all,
  expectFocus,
  one,
  press,
  says,
  saysNoMore,
  type,
  useEnglish,
} from '../../support/view';
import { waitUntil } from '../../support/wait-until';
import { drawWeekComparison } from '../../support/week-comparison';

beforeEach(useEnglish);

/** A result whose failed checks the service does not name. */
const unnamed = (id: number, page: string): Report => ({
  ...reportOn(id, page, 26, 60),
  failedChecks: null,
});

it('the part Still failing says that no check still fails', async () => {
  const { page } = await drawWeekComparison([
    reportOn(2, 'a.example/', 26, 40, 'noindex'),
    reportOn(1, 'a.example/', 19, 60),
  ]);
  page.routes.goTo({ name: 'list', client: 'a.example' });
  const region = await one('region', 'Still failing');
  expect(region.textContent).toContain('Nothing still failing');
});

describe('Find a check', () => {
  async function find(text: string) {
    await drawWeekComparison([
      reportOn(2, 'a.example/', 26, 40, 'noindex', 'load_time'),
      reportOn(1, 'b.example/', 26, 40, 'load_time'),
    ]);
    await press('All 2 checks');
    await type('Find a check', text, 'searchbox');
  }
  const columns = () => all('heading').filter(({ localName }) => localName === 'h3');

  it('shows only the columns that have a match', async () => {
    await find('load');
    await waitUntil(() => expect(columns()).toHaveLength(1));
    await one('list', 'medium');
  });

  it('says that no check matches, and offers to clear the search', async () => {
    await find('zzz');
    await says('No matching checks');
    expect(columns()).toEqual([]);
    await press('Clear search');
    await saysNoMore('No matching checks');
    expect(columns()).toHaveLength(2);
    await expectFocus('Find a check');
  });
});

it('the button All is not offered if no check fails', async () => {
  await drawWeekComparison([reportOn(1, 'a.example/', 26, 90)]);
  const region = await one('region', 'What is wrong');
  expect(region.textContent).toBe('What is wrongNo failed checks');
});

describe('All reports of a service that does not name failed checks', () => {
  it('has a sentence in place of problems and fixed checks', async () => {
    await drawWeekComparison([unnamed(2, 'a.example/'), unnamed(1, 'b.example/')]);
    const region = await one('region', 'What is wrong');
    expect(region.textContent).toBe(
      "What is wrongThe service doesn't say which checks fail on 2 pages.",
    );
    expect(all('region', 'Fixed')).toEqual([]);
  });

  it('has the sentence also in the view of a client', async () => {
    const { page } = await drawWeekComparison([unnamed(2, 'a.example/'), unnamed(1, 'b.example/')]);
    page.routes.goTo({ name: 'list', client: 'a.example' });
    await one('heading', 'a.example 1 page');
    const region = await one('region', 'What is wrong');
    expect(region.textContent).toBe(
      "What is wrongThe service doesn't say which checks fail on 1 page.",
    );
    expect(all('region', 'Fixed')).toEqual([]);
  });

  it('has the sentence beside the sentence about pages without a failed check', async () => {
    await drawWeekComparison([unnamed(2, 'a.example/'), reportOn(1, 'b.example/', 26, 90)]);
    const region = await one('region', 'What is wrong');
    expect(region.textContent).toContain('No failed checks');
    expect(region.textContent).toContain('which checks fail on 1 page.');
    await one('region', 'Fixed');
  });
});

it('What is wrong says that no page has a result yet', async () => {
  await drawWeekComparison([reportOn(1, 'a.example/', 26, null)]);
  const region = await one('region', 'What is wrong');
  expect(region.textContent).toBe('What is wrongNo page has a result yet.');
});
