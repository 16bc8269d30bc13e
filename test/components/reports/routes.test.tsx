import { beforeEach, expect, it } from 'vitest';
import { type Route, routeTo } from '@/lib/browser-ui/reports-request';
import { fakeBackground } from '../../support/page-view';
import { drawReports } from '../../support/reports-view';
import { sampleDetails } from '../../support/sample-report';
import { all, one, press, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

beforeEach(useEnglish);

const LIST = routeTo({ name: 'list' });

/** Stores a route in the tab's history entry, as before a reload. */
function reloadAt(route: Route): void {
  history.replaceState({ connectionId: 'a', depth: 0, route }, '', '#report');
}

it('a reload opens the report of the history entry, and Back leads to the list', async () => {
  reloadAt({ ...LIST, reportId: '2' });
  await drawReports();
  await one('heading', 'https://host.example/2');
  await press('Back');
  await waitUntil(() => expect(all('heading', 'https://host.example/2')).toEqual([]));
  expect(location.hash).toBe('');
});

it('a route to a report that no list contains reads the report by its id', async () => {
  const getReport = async () => ({
    value: sampleDetails('77', { url: 'https://far.example/', fullUrl: 'https://far.example/' }),
  });
  await drawReports({
    background: fakeBackground({ getReport }),
    route: { ...LIST, reportId: '77' },
  });
  await one('heading', 'https://far.example/');
});

it('a reload opens the comparison of the history entry', async () => {
  reloadAt({ ...LIST, compared: { left: '1', right: '2', before: null } });
  await drawReports();
  await one('heading', 'Comparison');
});
