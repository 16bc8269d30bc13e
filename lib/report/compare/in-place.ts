import type { ClientRow, FixedCheck, GroupedClients, ProblemLists } from './clients';
import type { CheckCount } from './findings';

/** Returns the later items in the order of the former items. New items are last. */
export function itemsInPlace<Item>(
  former: readonly Item[],
  later: readonly Item[],
  keyOf: (item: Item) => string,
): Item[] {
  const unplaced = new Map(later.map((item) => [keyOf(item), item]));
  const placed = former.flatMap((one) => {
    const item = unplaced.get(keyOf(one));
    unplaced.delete(keyOf(one));
    return item ?? [];
  });
  return [...placed, ...unplaced.values()];
}

/**
 * Returns the later clients in the former groups and order. New clients are last in their group.
 */
export function clientsInPlace(former: GroupedClients, later: GroupedClients): GroupedClients {
  if (former.groups === null || later.groups === null) return later;
  const unplaced = new Map(later.all.map((client) => [client.name, client]));
  const placed = former.groups.map(({ kind, clients }) => ({
    kind,
    clients: clients.flatMap(({ name }): ClientRow | [] => {
      const client = unplaced.get(name);
      unplaced.delete(name);
      return client ?? [];
    }),
  }));
  const kinds = new Set([...former.groups, ...later.groups].map(({ kind }) => kind));
  const groups = [...kinds].map((kind) => ({
    kind,
    clients: [
      ...(placed.find((group) => group.kind === kind)?.clients ?? []),
      ...[...unplaced.values()].filter((client) => client.kind === kind),
    ],
  }));
  return {
    all: groups.flatMap(({ clients }) => clients),
    groups: groups.filter(({ clients }) => clients.length > 0),
  };
}

/** Returns the former lists with the later numbers. No check is added or removed. */
export function findingsInPlace(former: ProblemLists, later: ProblemLists): ProblemLists {
  return {
    important: checksInPlace(former.important, later.important),
    lessImportant: checksInPlace(former.lessImportant, later.lessImportant),
    remaining: checksInPlace(former.remaining, later.remaining),
    uncompared: checksInPlace(former.uncompared, later.uncompared),
    current: checksInPlace(former.current, later.current),
    fixed: checksInPlace(former.fixed, later.fixed, fixedKey),
    all: later.all,
  };
}

function checksInPlace<Count extends CheckCount>(
  former: readonly Count[],
  later: readonly Count[],
  keyOf: (check: Count) => string = ({ name }) => name,
): Count[] {
  const counts = new Map(later.map((check) => [keyOf(check), check]));
  return former.map((check) => counts.get(keyOf(check)) ?? check);
}

function fixedKey({ name, between }: FixedCheck): string {
  return [name, between?.foundAt, between?.fixedAt].join(' ');
}
