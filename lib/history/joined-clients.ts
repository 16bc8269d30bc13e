/** The limit of single clients in one joined client. */
export const MAX_JOINED = 20;

/** The fields of a joined client's mark that the functions of this file need. */
interface JoinedMark {
  key: string;
  clients: string[];
  changedAt: string;
  endedAt: string | null;
}

/**
 * Removes single clients from a joined client. Ends the joined client if fewer than two single
 * clients are left. Returns null if nothing changes.
 * @param lost the time since which each single client is in another joined client, ISO 8601
 */
export function withoutClients<Mark extends JoinedMark>(
  mark: Mark,
  lost: ReadonlyMap<string, string>,
): Mark | null {
  const clients = mark.clients.filter((client) => !lost.has(client));
  if (clients.length === mark.clients.length) return null;
  // `changedAt` stays, so that the comparison with another version of the mark has the same
  // outcome.
  if (clients.length >= 2) return { ...mark, clients };
  const endedAt = mark.clients.map((client) => lost.get(client) ?? '').reduce(later);
  return { ...mark, changedAt: endedAt, endedAt };
}

/**
 * Returns the marks that change because two joined clients have a single client in common. The joined
 * client with the later change keeps the single client.
 * @param open the open marks of joined clients
 */
export function separatedClients<Mark extends JoinedMark>(open: readonly Mark[]): Mark[] {
  const joinedAt = new Map<string, string>();
  return open.toSorted(laterFirst).flatMap((mark) => {
    const changed = withoutClients(mark, joinedAt);
    const { clients, endedAt } = changed ?? mark;
    if (endedAt === null) for (const client of clients) joinedAt.set(client, mark.changedAt);
    return changed ?? [];
  });
}

function laterFirst(one: JoinedMark, other: JoinedMark): number {
  if (one.changedAt !== other.changedAt) return one.changedAt > other.changedAt ? -1 : 1;
  return one.key < other.key ? -1 : 1;
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}
