import { computed, signal } from '@preact/signals';

/** All reports, or those of a client's pages; of these, the pages of a problem, or those on which it was fixed. */
export interface ListView {
  name: 'list';
  client?: string;
  /** The name of a check. */
  check?: string;
  isFixed?: true;
}

/** The view below what is open: reports, the form for many pages, or one batch. */
export type View = ListView | { name: 'many' } | { name: 'batch'; id: string };

/** Two reports that are compared, by their ids; or one, with an earlier result of its page. */
export interface ComparedIds {
  left: string;
  right: string;
  /** When the earlier result was made that stands on the left, ISO 8601; null where none does. */
  before: string | null;
}

/** Where a person is: at a view, with a report that is open on it, and a comparison above both. */
export interface Route {
  view: View;
  /** The id of the report that is open. */
  reportId: string | null;
  compared: ComparedIds | null;
}

type RoutesTools = Pick<Window, 'history' | 'location'> & {
  addEventListener(type: 'popstate', listener: () => void): void;
};

/** What an entry of the browser's history holds beside its address. */
interface EntryState {
  connectionId: string;
  /** How many entries below it are the page's own. */
  depth: number;
}

/**
 * Makes them, beginning where the page's address says. The address of each entry of the browser's history
 * names its route, so that a reload and the browser's own buttons come to the same.
 * @param connectionId the reports of another connection are not gone back to
 */
export function createRoutes(
  { history, location, addEventListener }: RoutesTools,
  connectionId: string,
) {
  const listHash = siteHash(location.hash);
  const now = signal(routeHere());
  let depth = ownState()?.depth ?? 0;
  /** Called by the next step back, where that is the page's own. */
  let onStep: (() => void) | null = null;
  let pending = 0;
  let writing = Promise.resolve();

  function ownState(): EntryState | null {
    const state: EntryState | null = history.state;
    return state?.connectionId === connectionId ? state : null;
  }

  function routeHere(): Route {
    const route = routeOf(location.hash);
    const isOfOther = history.state !== null && ownState() === null;
    return isOfOther ? routeTo(route.view) : route;
  }

  addEventListener('popstate', () => {
    depth = ownState()?.depth ?? 0;
    if (onStep !== null) onStep();
    else if (pending === 0) arrive();
  });

  function arrive(): void {
    const here = routeHere();
    if (hashOf(here) !== hashOf(now.value)) now.value = here;
  }

  /** Changes the browser's history, one change after another: a step back takes a while. */
  function write(change: () => void | Promise<void>): void {
    pending += 1;
    writing = writing.then(change).then(() => {
      pending -= 1;
      // Otherwise another change says where the page is.
      if (pending === 0) arrive();
    });
  }

  function put(route: Route, isInstead: boolean): void {
    depth += isInstead ? 0 : 1;
    const state: EntryState = { connectionId, depth };
    const address = location.pathname + (hashOf(route) || listHash);
    if (isInstead) history.replaceState(state, '', address);
    else history.pushState(state, '', address);
  }

  /** @param isInstead whether the route takes the place of the present one: the way back leaves that out */
  function go(route: Route, isInstead = false): void {
    now.value = route;
    write(() => put(route, isInstead));
  }

  async function step(): Promise<void> {
    const below = routeBelow(routeOf(location.hash));
    if (depth > 0) {
      const isThere = new Promise<void>((resolve) => {
        onStep = resolve;
      });
      history.back();
      await isThere;
      onStep = null;
    } else if (below !== null) {
      put(below, true);
    }
  }

  return {
    now,
    /** Whether there is a way back, to the list in the end. */
    canGoBack: computed(() => routeBelow(now.value) !== null),
    /** @param isInstead whether it takes the place of the present view */
    goTo(view: View, isInstead = false): void {
      const next = routeTo(view);
      if (hashOf(next) !== hashOf(now.value)) go(next, isInstead);
    },
    /** Opens a report; where one is open already, in its place. */
    open(reportId: string): void {
      go({ ...now.value, reportId }, now.value.reportId !== null);
    },
    compare(compared: ComparedIds): void {
      go({ ...now.value, compared });
    },
    /** Goes back to the route before, or to the one that lies below where the page was opened here. */
    back: () => write(step),
    /** Goes back from a report that is no more, unless another route has come since. */
    leave(reportId: string): void {
      write(() => (routeOf(location.hash).reportId === reportId ? step() : undefined));
    },
  };
}

function routeTo(view: View): Route {
  return { view, reportId: null, compared: null };
}

/** What lies below a route; null below the list. */
function routeBelow(route: Route): Route | null {
  if (route.compared !== null) return { ...route, compared: null };
  if (route.reportId !== null) return { ...route, reportId: null };
  const { view } = route;
  if (view.name !== 'list') return routeTo({ name: 'list' });
  const { client, check } = view;
  if (check !== undefined)
    return routeTo({ name: 'list', ...(client !== undefined && { client }) });
  return client === undefined ? null : routeTo({ name: 'list' });
}

/** What an address says: `#client=host.example&failing=title`, `#many`, `#batch=b&report=7`, `#compare=7,8`, `#report=7&compare=7,7,2026-11-01T08:00:00Z`. */
function routeOf(hash: string): Route {
  const said = new URLSearchParams(hash.slice(1));
  const batchId = said.get('batch');
  const client = said.get('client');
  const [failing, fixed] = [said.get('failing'), said.get('fixed')];
  const check = failing ?? fixed;
  const [left, right, before = null] = said.get('compare')?.split(',').filter(Boolean) ?? [];
  return {
    view:
      batchId === null
        ? said.has('many')
          ? { name: 'many' }
          : {
              name: 'list',
              ...(client !== null && { client }),
              ...(check !== null && { check }),
              ...(failing === null && fixed !== null && { isFixed: true as const }),
            }
        : { name: 'batch', id: batchId },
    reportId: said.get('report'),
    compared: left && right ? { left, right, before } : null,
  };
}

function hashOf({ view, reportId, compared }: Route): string {
  const parts = [
    view.name === 'many' && 'many',
    view.name === 'batch' && `batch=${encodeURIComponent(view.id)}`,
    view.name === 'list' && view.client && `client=${encodeURIComponent(view.client)}`,
    view.name === 'list' &&
      view.check &&
      `${view.isFixed ? 'fixed' : 'failing'}=${encodeURIComponent(view.check)}`,
    reportId !== null && `report=${encodeURIComponent(reportId)}`,
    compared && `compare=${idsOf(compared).map(encodeURIComponent).join()}`,
  ].filter(Boolean);
  return parts.length > 0 ? `#${parts.join('&')}` : '';
}

function idsOf({ left, right, before }: ComparedIds): string[] {
  return before === null ? [left, right] : [left, right, before];
}

/** The list may offer the reports of a site at one press. */
function siteHash(hash: string): string {
  const site = new URLSearchParams(hash.slice(1)).get('site');
  return site === null ? '' : `#site=${site}`;
}
