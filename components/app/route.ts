import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { type ComparedIds, type Route, routeTo, type View } from '@/lib/browser-ui/reports-request';

/** The part of `window` that routes use. Tests need no browser. */
export interface RouteWindow {
  history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'back'>;
  location: Pick<Location, 'pathname' | 'hash'>;
  addEventListener(type: 'popstate', listener: () => void): void;
}

interface RoutesOptions {
  /** The connection of the extension page. An entry of another connection shows the list. */
  connectionId: string;
  /** The route of a newly opened tab; null for none. */
  first: Route | null;
  /** Returns a stored route; null if the route is invalid, for example from an earlier version. */
  parse(stored: unknown): Route | null;
  /** Returns the hash of an address. @param kind the kind of the view; empty for the list */
  hashOf(kind: string): string;
  /**
   * Whether each route replaces the only entry. True for a popup, which has no *Back* button of the
   * browser.
   */
  hasOneEntry?: boolean;
}

/** The current route of an extension page, and the functions that change the route. */
export interface Routes {
  /** The current route. */
  now: ReadonlySignal<Route>;
  /** Whether the page was opened with the address of an unknown view. */
  isLost: boolean;
  /** Whether *Back* leads to another route. Only the list has no way back. */
  canGoBack: ReadonlySignal<boolean>;
  /** @param replaces whether the view replaces the current entry of the history */
  goTo(view: View, replaces?: boolean): void;
  /** Opens a report, and replaces a report that is already open. */
  open(reportId: string): void;
  compare(compared: ComparedIds): void;
  /** Goes back to the previous route or, in the first entry, to the parent of the current route. */
  back(): void;
  /**
   * Goes back from a report that no longer exists, if this report is still open. Resolves when the
   * former route is shown.
   */
  leave(reportId: string): Promise<void>;
}

/** The `history.state` of an entry of the tab's history. */
interface EntryState {
  connectionId: string;
  /** The number of earlier entries of the same extension page. */
  depth: number;
  route: Route;
}

/** The routes of addresses whose entry has no `history.state`, by hash. */
const KIND_ROUTES: Readonly<Record<string, Route>> = { '#many': routeTo({ name: 'many' }) };

/**
 * Creates the routes of an extension page. Each entry of the tab's history has its route in
 * `history.state`. The address names only the kind of view: browsers write addresses to disk.
 */
export function createRoutes(
  { history, location, addEventListener }: RouteWindow,
  { connectionId, first, parse, hashOf, hasOneEntry = false }: RoutesOptions,
): Routes {
  const isLost =
    first === null &&
    history.state === null &&
    !['', hashOf(''), ...Object.keys(KIND_ROUTES)].includes(location.hash);
  const now = signal(ownState()?.route ?? first ?? routeOfEntry());
  let depth = ownState()?.depth ?? 0;
  /** Called when the browser has gone back after a call of `step`. Null outside of `step`. */
  let onStep: (() => void) | null = null;
  /** The number of changes that `write` has not finished. */
  let pending = 0;
  let writing = Promise.resolve();
  // Replaces an address that contains a token.
  put(now.value, true);

  function ownState(): EntryState | null {
    const state = entryState(history.state, parse);
    return state?.connectionId === connectionId ? state : null;
  }

  /** Returns the route of the current entry. */
  function routeOfEntry(): Route {
    return ownState()?.route ?? KIND_ROUTES[location.hash] ?? routeTo({ name: 'list' });
  }

  addEventListener('popstate', () => {
    depth = ownState()?.depth ?? 0;
    if (onStep !== null) onStep();
    else if (pending === 0) showEntry();
  });

  function showEntry(): void {
    const route = routeOfEntry();
    if (!isSame(route, now.value)) now.value = route;
  }

  /**
   * Changes the browser's history. Changes run one after another, because a step back is
   * asynchronous.
   */
  function write(change: () => void | Promise<void>): Promise<void> {
    pending += 1;
    writing = writing.then(change).then(() => {
      pending -= 1;
      // While another change is pending, that change determines the route.
      if (pending === 0) showEntry();
    });
    return writing;
  }

  /** @param replaces whether the route replaces the current entry of the history */
  function put(route: Route, replaces: boolean): void {
    depth += replaces ? 0 : 1;
    const state: EntryState = { connectionId, depth, route };
    const address = location.pathname + hashOf(kindOf(route));
    if (replaces) history.replaceState(state, '', address);
    else history.pushState(state, '', address);
  }

  function go(route: Route, replaces = false): void {
    now.value = route;
    void write(() => put(route, replaces || hasOneEntry));
  }

  /** Goes back one entry. In the first entry, replaces the route by its parent. */
  async function step(): Promise<void> {
    const parent = parentOf(routeOfEntry());
    if (depth > 0) {
      const hasStepped = new Promise<void>((resolve) => {
        onStep = resolve;
      });
      history.back();
      await hasStepped;
      onStep = null;
    } else if (parent !== null) {
      put(parent, true);
    }
  }

  return {
    now,
    isLost,
    canGoBack: computed(() => parentOf(now.value) !== null),
    goTo(view, replaces = false) {
      const next = routeTo(view);
      if (!isSame(next, now.value)) go(next, replaces);
    },
    open(reportId) {
      go({ ...now.value, reportId }, now.value.reportId !== null);
    },
    compare(compared) {
      go({ ...now.value, compared });
    },
    back: () => void write(step),
    leave: (reportId) => write(() => (routeOfEntry().reportId === reportId ? step() : undefined)),
  };
}

/** Returns a stored state; null if the state is invalid. */
function entryState(stored: unknown, parse: RoutesOptions['parse']): EntryState | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { connectionId, depth, route } = stored as Partial<Record<keyof EntryState, unknown>>;
  const parsed = parse(route);
  if (typeof connectionId !== 'string' || typeof depth !== 'number' || parsed === null) return null;
  return { connectionId, depth, route: parsed };
}

/** Returns the parent of a route: the route to which *Back* leads in a new tab. Null for the list. */
function parentOf(route: Route): Route | null {
  if (route.compared !== null) return { ...route, compared: null };
  if (route.reportId !== null) return { ...route, reportId: null };
  const { view } = route;
  if (view.name !== 'list') return routeTo({ name: 'list' });
  const { client, check } = view;
  if (check !== undefined)
    return routeTo({ name: 'list', ...(client !== undefined && { client }) });
  return client === undefined ? null : routeTo({ name: 'list' });
}

/** Returns the kind of a route's view for the address; empty for the list. */
function kindOf({ view, reportId, compared }: Route): string {
  if (compared !== null) return 'comparison';
  if (reportId !== null) return 'report';
  if (view.name !== 'list') return view.name;
  if (view.check !== undefined) return 'problem';
  return view.client === undefined ? '' : 'client';
}

function isSame(one: Route, other: Route): boolean {
  return (
    one.reportId === other.reportId &&
    isSameView(one.view, other.view) &&
    isSameComparison(one.compared, other.compared)
  );
}

function isSameView(one: View, other: View): boolean {
  if (one.name === 'list' && other.name === 'list') {
    return (
      one.client === other.client && one.check === other.check && one.isFixed === other.isFixed
    );
  }
  if (one.name === 'batch' && other.name === 'batch') return one.id === other.id;
  return one.name === other.name;
}

function isSameComparison(one: ComparedIds | null, other: ComparedIds | null): boolean {
  return one?.left === other?.left && one?.right === other?.right && one?.before === other?.before;
}
