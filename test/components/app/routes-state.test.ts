import { describe, expect, it } from 'vitest';
import { createPlaces, type Place } from '@/components/app/routes-state';
import { sampleReport } from '../../support/sample-report';

const [one, other] = [sampleReport('1'), sampleReport('2')];

/** A browser's history of one tab, whose steps back take a while. */
function createHistory(hash: string) {
  const entries: { state: unknown; hash: string }[] = [{ state: null, hash }];
  let at = 0;
  const listeners: ((event: PopStateEvent) => void)[] = [];
  const entryOf = (state: unknown, url: string) => ({
    state: structuredClone(state),
    hash: url.replace(/^[^#]*/, ''),
  });
  const tab = {
    history: {
      get state() {
        return entries[at]?.state;
      },
      pushState(state: unknown, _: string, url: string) {
        at += 1;
        entries.splice(at, entries.length, entryOf(state, url));
      },
      replaceState(state: unknown, _: string, url: string) {
        entries[at] = entryOf(state, url);
      },
      go(steps: number) {
        setTimeout(() => {
          at += steps;
          for (const listener of listeners) {
            listener({ state: structuredClone(entries[at]?.state) } as PopStateEvent);
          }
        }, 1);
      },
    },
    location: {
      pathname: '/reports.html',
      get hash() {
        return entries[at]?.hash ?? '';
      },
    },
    addEventListener: (_: string, listener: (event: PopStateEvent) => void) =>
      void listeners.push(listener),
  };
  return { tab: tab as unknown as Window, hashes: () => entries.map(({ hash }) => hash) };
}

/** A place in a word. */
function named({ ground, report, compared }: Place): string {
  const name = ground.name === 'batch' ? `batch ${ground.id}` : ground.name;
  return [name, report && `report ${report.id}`, compared && 'comparison']
    .filter(Boolean)
    .join(' > ');
}

function open(hash = '') {
  const { tab, hashes } = createHistory(hash);
  const places = createPlaces(tab, 'a');
  /** Presses the browser's own button. */
  const step = async (steps: number) => {
    await settle();
    tab.history.go(steps);
    await settle();
  };
  const settle = () => new Promise((resolve) => setTimeout(resolve, 20));
  return { tab, hashes, places, step, settle, name: () => named(places.now.value) };
}

describe('the places of the page of all reports', () => {
  it.each([
    ['', 'list'],
    ['#site=host.example', 'list'],
    ['#many', 'many'],
    ['#many&tabs=1,2', 'many'],
    ['#batch=b', 'batch b'],
  ])('begin where the address says: %s', (hash, expected) => {
    const { places, name } = open(hash);
    expect([name(), places.canGoBack.value]).toEqual([expected, expected !== 'list']);
  });

  it('lead back one by one, in the page as in the browser, and forward again', async () => {
    const { places, step, name } = open();
    places.goTo({ name: 'batch', id: 'b' });
    places.open(one);
    places.compare({ left: one, right: other, before: null });
    expect(name()).toBe('batch b > report 1 > comparison');
    places.back();
    expect(name()).toBe('batch b > report 1');
    await step(-1);
    expect(name()).toBe('batch b');
    await step(2);
    expect(name()).toBe('batch b > report 1 > comparison');
    places.back();
    places.back();
    places.back();
    places.back();
    expect(name()).toBe('list');
  });

  it('are written in turn, however quickly they follow each other', async () => {
    const { places, hashes, step, settle, name } = open();
    places.goTo({ name: 'many' });
    places.goTo({ name: 'many' });
    places.back();
    places.goTo({ name: 'batch', id: 'b' });
    await settle();
    expect([name(), hashes()]).toEqual(['batch b', ['', '#batch=b']]);
    await step(-1);
    expect(name()).toBe('list');
  });

  it('lead to the list from where the page was opened, which the browser then forgets', async () => {
    const { places, hashes, settle, name } = open('#batch=b');
    places.open(one);
    places.back();
    places.back();
    await settle();
    expect([name(), places.canGoBack.value]).toEqual(['list', false]);
    expect(hashes()[0]).toBe('');
  });

  it('are the same after a reload, with the way back, unless the connection is another', async () => {
    const { tab, places, step, settle } = open('#site=host.example');
    places.goTo({ name: 'many' });
    places.goTo({ name: 'batch', id: 'b' }, true);
    places.open(one);
    places.open(other);
    await settle();
    const again = createPlaces(tab, 'a');
    expect(named(again.now.value)).toBe('batch b > report 2');
    expect(named(createPlaces(tab, 'other').now.value)).toBe('batch b');
    await step(-2);
    expect([named(again.now.value), tab.location.hash]).toEqual(['list', '#site=host.example']);
  });
});
