import { beforeEach, expect, it } from 'vitest';
import { fakeBackground } from '../../support/page-view';
import { drawReports } from '../../support/reports-view';
import { sampleDetails } from '../../support/sample-report';
import { all, one, press, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

beforeEach(useEnglish);

/** The address that a page is opened with, or reloaded at. */
const openAt = (hash: string) => history.replaceState(null, '', hash);

it('a reload opens the report that the address names, and Back leads to the list', async () => {
  openAt('#report=2');
  await drawReports();
  await one('heading', 'https://host.example/2');
  await press('Back');
  await waitUntil(() => expect(all('heading', 'https://host.example/2')).toEqual([]));
  expect(location.hash).toBe('');
});

it('a report that no list has is read from the service by its id', async () => {
  openAt('#report=77');
  const getReport = async () => ({
    value: sampleDetails('77', { url: 'https://far.example/', fullUrl: 'https://far.example/' }),
  });
  await drawReports({ background: fakeBackground({ getReport }) });
  await one('heading', 'https://far.example/');
});

it('a reload opens the comparison that the address names', async () => {
  openAt('#compare=1,2');
  await drawReports();
  await one('heading', 'Comparison');
});
