import { ALL_PAGES, type TablePlace } from '@/components/table/overview-state';
import type { Route } from '@/lib/browser-ui/reports-request';

/** The pages that the tables of *All reports* list. */
export interface RoutePlaces {
  /** The pages of the last list. Another view does not change this place. */
  list: TablePlace;
  /** The pages of the shown batch. */
  batch: TablePlace;
}

export const FIRST_PLACES: RoutePlaces = { list: ALL_PAGES, batch: ALL_PAGES };

/** Returns the places of a route. An unchanged place is the same object. */
export function placesAfter(former: RoutePlaces, { view }: Route): RoutePlaces {
  const batchId = view.name === 'batch' ? view.id : null;
  return {
    list: view.name === 'list' ? samePlace(former.list, listPlace(view)) : former.list,
    batch: samePlace(former.batch, { ...ALL_PAGES, batchId }),
  };
}

function listPlace(view: Extract<Route['view'], { name: 'list' }>): TablePlace {
  const { client = null, check = null, isFixed = false } = view;
  return { batchId: null, client, check, isFixed };
}

function samePlace(former: TablePlace, place: TablePlace): TablePlace {
  const isSame =
    former.batchId === place.batchId &&
    former.client === place.client &&
    former.check === place.check &&
    former.isFixed === place.isFixed;
  return isSame ? former : place;
}
