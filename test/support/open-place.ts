import { signal } from '@preact/signals';
import { ALL_PAGES, type TablePlace } from '@/components/table/overview-state';

/** Creates the place of a table. `lookAt` changes the place, as a new route does. */
export function openPlace() {
  const place = signal<TablePlace>(ALL_PAGES);
  return {
    place,
    /** @param client null for all clients */
    lookAt(client: string | null, check: string | null = null): void {
      place.value = { ...ALL_PAGES, client, check };
    },
  };
}
