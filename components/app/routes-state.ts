import { computed, signal } from '@preact/signals';
import type { PastResult } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';

/** What lies at the bottom of the page: all reports, the form for many pages, or one batch. */
export type Ground = { name: 'list' | 'many' } | { name: 'batch'; id: string };

/** Two reports that are compared; or one, with an earlier result of its page. */
export interface Compared {
  left: Report;
  right: Report;
  /** The earlier result that stands on the left. */
  before: PastResult | null;
}

/** Where a person is: on a ground, with a report that is open on it, and a comparison above both. */
export interface Place {
  ground: Ground;
  report: Report | null;
  compared: Compared | null;
}

type PlacesTools = Pick<Window, 'history' | 'location'> & {
  addEventListener(type: 'popstate', listener: (event: PopStateEvent) => void): void;
};

/** The places of the page of all reports, and the way back. */
export type Places = ReturnType<typeof createPlaces>;

/**
 * Makes them, beginning where the page was before a reload, or where its address says. Each entry of the
 * browser's history holds the places that led to it, the last of which is in sight; its address tells
 * the ground alone.
 * @param of id of the connection: the places of another one are not gone back to
 */
export function createPlaces({ history, location, addEventListener }: PlacesTools, of: string) {
  const first = groundOf(location.hash);
  /** The list may offer the reports of a site at one press. */
  const listHash = first.name === 'list' ? location.hash : '';
  const path = signal(pathIn(history.state));
  /** Called by the next step back, where that is the page's own. */
  let onStep: (() => void) | null = null;
  let writing = Promise.resolve();

  function pathIn(state: { of: string; path: Place[] } | null): readonly Place[] {
    return state?.of === of ? state.path : [placeOn(groundOf(location.hash))];
  }

  addEventListener('popstate', ({ state }) => {
    if (onStep === null) path.value = pathIn(state);
    else onStep();
  });

  /** What is in sight changes at once, and the browser's history in turn: a step back takes a while. */
  function change(next: readonly Place[]): void {
    const steps = next.length - path.value.length;
    path.value = next;
    writing = writing.then(() => write(next, steps));
  }

  async function write(next: readonly Place[], steps: number): Promise<void> {
    if (steps < 0) {
      const isThere = new Promise<void>((resolve) => {
        onStep = resolve;
      });
      history.go(steps);
      await isThere;
      onStep = null;
      return;
    }
    const address = location.pathname + hashOf(next.at(-1)?.ground);
    if (steps > 0) history.pushState({ of, path: next }, '', address);
    else history.replaceState({ of, path: next }, '', address);
  }

  function hashOf(ground: Ground | undefined): string {
    if (ground?.name === 'batch') return `#batch=${ground.id}`;
    return ground?.name === 'many' ? '#many' : listHash;
  }

  const now = computed(() => path.value.at(-1) ?? placeOn({ name: 'list' }));

  /** @param isInstead whether the place takes the one of the present: the way back leaves that out */
  function go(place: Place, isInstead = false): void {
    change([...(isInstead ? path.value.slice(0, -1) : path.value), place]);
  }

  return {
    now,
    /** Whether there is a way back, to the list in the end. */
    canGoBack: computed(() => below(now.value) !== null),
    /** @param isInstead whether it takes the place of the present ground */
    goTo(ground: Ground, isInstead = false): void {
      const next = placeOn(ground);
      const isThere = JSON.stringify(next) === JSON.stringify(now.value);
      if (!isThere) go(next, isInstead);
    },
    /** Opens a report; where one is open already, in its place. */
    open(report: Report): void {
      go({ ...now.value, report }, now.value.report !== null);
    },
    compare(compared: Compared): void {
      go({ ...now.value, compared });
    },
    /** Goes back to the place before, or to the one that lies below where the page was opened here. */
    back(): void {
      const next = below(now.value);
      if (path.value.length > 1) change(path.value.slice(0, -1));
      else if (next !== null) change([next]);
    },
  };
}

function placeOn(ground: Ground): Place {
  return { ground, report: null, compared: null };
}

/** What lies below a place; null below the list. */
function below(place: Place): Place | null {
  if (place.compared !== null) return { ...place, compared: null };
  if (place.report !== null) return { ...place, report: null };
  return place.ground.name === 'list' ? null : placeOn({ name: 'list' });
}

function groundOf(hash: string): Ground {
  const said = new URLSearchParams(hash.slice(1));
  const id = said.get('batch');
  if (id !== null) return { name: 'batch', id };
  return { name: said.has('many') ? 'many' : 'list' };
}
