import { computed, signal } from '@preact/signals';
import { type ComparedIds, Route, routeTo, type View } from '@/lib/browser-ui/reports-request';
import { z } from '@/lib/schema';

type RoutesTools = Pick<Window, 'history' | 'location'> & {
  addEventListener(type: 'popstate', listener: () => void): void;
};

/** The `history.state` of an entry. */
const EntryState = z.object({
  connectionId: z.string(),
  /** The number of earlier entries of the same extension page. */
  depth: z.number(),
  route: Route,
});
type EntryState = z.infer<typeof EntryState>;

/** The route of an extension page that opens without a request, by hash. */
const KIND_ROUTES: Readonly<Record<string, Route>> = { '#many': routeTo({ name: 'many' }) };

/**
 * Creates the routes of an *All reports* page. Each entry of the tab's history has its route in
 * `history.state`. The address names only the kind of view: browsers write addresses to disk.
 * @param connectionId an entry of another connection opens the list
 * @param first the route of a newly opened tab; null for none
 */
export function createRoutes(
  { history, location, addEventListener }: RoutesTools,
  connectionId: string,
  first: Route | null = null,
) {
  const now = signal(ownState()?.route ?? first ?? routeHere());
  let depth = ownState()?.depth ?? 0;
  /** Called at the end of a step back that the page itself has started. */
  let onStep: (() => void) | null = null;
  let pending = 0;
  let writing = Promise.resolve();
  // Removes a token from the address.
  put(now.value, true);

  function ownState(): EntryState | null {
    const { data } = EntryState.safeParse(history.state);
    return data?.connectionId === connectionId ? data : null;
  }

  function routeHere(): Route {
    return ownState()?.route ?? KIND_ROUTES[location.hash] ?? routeTo({ name: 'list' });
  }

  addEventListener('popstate', () => {
    depth = ownState()?.depth ?? 0;
    if (onStep !== null) onStep();
    else if (pending === 0) arrive();
  });

  function arrive(): void {
    const here = routeHere();
    if (!isSame(here, now.value)) now.value = here;
  }

  /** Changes the browser's history. Changes run one after another: a step back is asynchronous. */
  function write(change: () => void | Promise<void>): void {
    pending += 1;
    writing = writing.then(change).then(() => {
      pending -= 1;
      // Otherwise, a later change determines the route.
      if (pending === 0) arrive();
    });
  }

  function put(route: Route, isInstead: boolean): void {
    depth += isInstead ? 0 : 1;
    const state: EntryState = { connectionId, depth, route };
    const kind = kindOf(route);
    const address = location.pathname + (kind && `#${kind}`);
    if (isInstead) history.replaceState(state, '', address);
    else history.pushState(state, '', address);
  }

  /** @param isInstead whether the route replaces the current entry of the history */
  function go(route: Route, isInstead = false): void {
    now.value = route;
    write(() => put(route, isInstead));
  }

  async function step(): Promise<void> {
    const below = routeBelow(routeHere());
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
    /** Whether there is a way back. The last one leads to the list. */
    canGoBack: computed(() => routeBelow(now.value) !== null),
    /** @param isInstead whether the view replaces the current entry of the history */
    goTo(view: View, isInstead = false): void {
      const next = routeTo(view);
      if (!isSame(next, now.value)) go(next, isInstead);
    },
    /** Opens a report, and replaces a report that is already open. */
    open(reportId: string): void {
      go({ ...now.value, reportId }, now.value.reportId !== null);
    },
    compare(compared: ComparedIds): void {
      go({ ...now.value, compared });
    },
    /** Goes back to the previous route; without one, to the route below the current route. */
    back: () => write(step),
    /** Goes back from a report that no longer exists, if this report is still open. */
    leave(reportId: string): void {
      write(() => (routeHere().reportId === reportId ? step() : undefined));
    },
  };
}

/** Returns the route below a route; null for the list. */
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
