import { type ReadonlySignal, signal } from '@preact/signals';
import { watchArea } from '@/lib/browser/browser-storage';
import {
  NO_PARTS,
  type RecentOperations,
  type RecentParts,
  recentIn,
  recentOperationsItem,
} from '@/lib/shared-state/recent-operations';

/** The recent operations of a connection, which an extension page follows. */
export interface FollowedRecentOperations {
  value: ReadonlySignal<RecentOperations>;
  /** Adds stored parts. A part that has changed since following began keeps its newer version. */
  begin(stored: RecentParts): void;
  /** Stops following. */
  end(): void;
}

/** Follows the recent operations of a connection. A change parses only the changed parts. */
export function followRecentOperations(connectionId: string): FollowedRecentOperations {
  const { prefix, parts } = recentOperationsItem(connectionId);
  const changed = new Map<number, RecentOperations>();
  const value = signal<RecentOperations>([]);
  let known = NO_PARTS;

  function show(): void {
    known = known.map((part, at) => changed.get(at) ?? part);
    value.value = recentIn(known);
  }

  const end = watchArea('session', prefix, (values) => {
    for (const [name, stored] of values) {
      changed.set(Number(name), parts[Number(name)]?.parse(stored) ?? []);
    }
    show();
  });
  return {
    value,
    begin(stored) {
      known = stored;
      show();
    },
    end,
  };
}
