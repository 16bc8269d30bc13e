import { beforeEach, expect, it } from 'vitest';
import type { BackgroundApi } from '@/lib/background/background-api';
import { type Route, routeTo } from '@/lib/browser-ui/reports-request';
import { fakeBackground } from '../../support/page-view';
import { drawReports } from '../../support/reports-view';
import { sampleDetails } from '../../support/sample-report';
import { all, one, press, says, saysNoMore, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

beforeEach(useEnglish);

const LIST = routeTo({ name: 'list' });

const NOT_FOUND = expect.stringContaining('was not found');
const textOf = ({ textContent }: HTMLElement) => textContent;

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

const GONE = { failure: { code: 'gone', what: 'report', message: null } } as const;
const getReport: BackgroundApi['getReport'] = async (_, { id }) =>
  id === '77' ? GONE : { value: sampleDetails(id) };

it.each<[string, () => void, Route | undefined]>([
  ['a lost token', () => history.replaceState(null, '', '#lost-token'), undefined],
  ['a batch that does not exist', () => {}, routeTo({ name: 'batch', id: 'none' })],
  ['a report that does not exist', () => {}, { ...LIST, reportId: '77' }],
  [
    'a comparison with a report that does not exist',
    () => {},
    { ...LIST, compared: { left: '1', right: '77', before: null } },
  ],
  [
    'a comparison with a result that does not exist',
    () => {},
    { ...LIST, compared: { left: '1', right: '1', before: '2026-01-01T10:00:00.000Z' } },
  ],
])('%s opens the list with an alert', async (_, goTo, route) => {
  goTo();
  const background = fakeBackground({ getReport });
  await drawReports({ background, ...(route && { route }) });
  await waitUntil(() => expect(all('alert').map(textOf)).toContainEqual(NOT_FOUND));
  await one('heading', 'Clients');
  expect([location.hash, all('button', 'Back')]).toEqual(['', []]);
});

it('a reload opens the comparison of the history entry', async () => {
  reloadAt({ ...LIST, compared: { left: '1', right: '2', before: null } });
  await drawReports();
  await one('heading', 'Comparison');
});

it('the view of a client without reports has a sentence and the button All reports', async () => {
  await drawReports({ route: routeTo({ name: 'list', client: 'gone.example' }) });
  await says(/There are no reports of .?gone\.example.? any more\./);
  await press('All reports');
  await one('heading', 'Clients');
  await saysNoMore('any more');
});
