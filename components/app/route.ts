import { computed, signal } from '@preact/signals';
import { type ComparedIds, Route, routeTo, type View } from '@/lib/browser-ui/reports-request';
import { z } from '@/lib/schema';

type RoutesTools = Pick<Window, 'history' | 'location'> & {
  addEventListener(type: 'popstate', listener: () => void): void;
};

/** The `history.state` of an entry of the tab's history. */
const EntryState = z.object({
  connectionId: z.string(),
  /** The number of earlier entries of the same extension page. */
  depth: z.number(),
  route: Route,
});
type EntryState = z.infer<typeof EntryState>;

/** The routes of addresses whose entry has no `history.state`, by hash. */
const KIND_ROUTES: Readonly<Record<string, Route>> = { '#many': routeTo({ name: 'many' }) };

/**
 * Creates the routes of an *All reports* page. Each entry of the tab's history has its route in
 * `history.state`. The address names only the kind of view: browsers write addresses to disk.
 * @param connectionId the connection of the extension page. An entry of another connection shows the
 *   list.
 * @param first the route of a newly opened tab; null for none
 */
export function createRoutes(
  { history, location, addEventListener }: RoutesTools,
  connectionId: string,
  first: Route | null = null,
) {
  const now = signal(ownState()?.route ?? first ?? routeOfEntry());
  let depth = ownState()?.depth ?? 0;
  /** Called when the browser has gone back because of `step`. Null outside of `step`. */
  let onStep: (() => void) | null = null;
  /** The number of changes that `write` has not finished. */
  let pending = 0;
  let writing = Promise.resolve();
  // Replaces an address that contains a token.
  put(now.value, true);

  function ownState(): EntryState | null {
    const { data } = EntryState.safeParse(history.state);
    return data?.connectionId === connectionId ? data : null;
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

  /** Changes the browser's history. Changes run one after another: a step back is asynchronous. */
  function write(change: () => void | Promise<void>): void {
    pending += 1;
    writing = writing.then(change).then(() => {
      pending -= 1;
      // While another change is pending, that change determines the route.
      if (pending === 0) showEntry();
    });
  }

  /** @param replaces whether the route replaces the current entry of the history */
  function put(route: Route, replaces: boolean): void {
    depth += replaces ? 0 : 1;
    const state: EntryState = { connectionId, depth, route };
    const kind = kindOf(route);
    const address = location.pathname + (kind && `#${kind}`);
    if (replaces) history.replaceState(state, '', address);
    else history.pushState(state, '', address);
  }

  function go(route: Route, replaces = false): void {
    now.value = route;
    write(() => put(route, replaces));
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
    /** The current route. */
    now,
    /** Whether *Back* leads to another route. Only the list has no way back. */
    canGoBack: computed(() => parentOf(now.value) !== null),
    /** @param replaces whether the view replaces the current entry of the history */
    goTo(view: View, replaces = false): void {
      const next = routeTo(view);
      if (!isSame(next, now.value)) go(next, replaces);
    },
    /** Opens a report, and replaces a report that is already open. */
    open(reportId: string): void {
      go({ ...now.value, reportId }, now.value.reportId !== null);
    },
    compare(compared: ComparedIds): void {
      go({ ...now.value, compared });
    },
    /** Goes back to the previous route; without one, to the parent of the current route. */
    back: () => write(step),
    /** Goes back from a report that no longer exists, if this report is still open. */
    leave(reportId: string): void {
      write(() => (routeOfEntry().reportId === reportId ? step() : undefined));
    },
  };
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
