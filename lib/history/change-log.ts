/** Limit of the rows in the log. */
const MAX_CHANGES = 25_000;

/** The changes of a part of the log. */
export interface LoggedChanges {
  /** Ids of changed or removed rows, in the order of their last changes. */
  ids: string[];
  /** `ids` has all changes up to this revision. */
  revision: number;
  /** Whether the log has no later changes. */
  isLast: boolean;
}

/**
 * The last changes of the rows of a history. Each change has a revision, a number higher than the
 * revision of the change before.
 */
export interface ChangeLog {
  /** Returns the revision of the last change. */
  revision(): number;
  /** Adds changes of rows. A call without ids notes another change, for example of a mark. */
  note(ids?: readonly string[]): void;
  /** Forgets all changes, so that extension pages read all rows again. */
  forget(): void;
  /** Continues after the revision that an earlier worker has published. */
  continueFrom(published: number): void;
  /** Returns the changes after a revision; null if the log has lost some of these changes. */
  since(revision: number, most: number): LoggedChanges | null;
}

/**
 * @param now returns milliseconds since the epoch. Each revision is at least this number, so that
 *   two workers use different revisions.
 */
export function createChangeLog(now: () => number): ChangeLog {
  /** The revision of the last change of each row, by id. The latest change is at the end. */
  const changes = new Map<string, number>();
  let revision = 0;
  /** The revision after which the log has all changes; null before `continueFrom`. */
  let completeAfter: number | null = null;

  function next(): number {
    revision = Math.max(revision + 1, now());
    return revision;
  }

  function forget(): void {
    changes.clear();
    completeAfter = next();
  }

  return {
    revision: () => revision,
    note(ids = []) {
      if (ids.length === 0) next();
      for (const id of ids) {
        changes.delete(id);
        changes.set(id, next());
      }
      for (const [id, changedAt] of changes) {
        if (changes.size <= MAX_CHANGES) break;
        changes.delete(id);
        completeAfter = changedAt;
      }
    },
    forget,
    continueFrom(published) {
      revision = Math.max(revision, published);
      completeAfter = Math.max(published, completeAfter ?? 0);
    },
    since(from, most) {
      if (completeAfter === null || from < completeAfter || from > revision) return null;
      const later = [...changes].filter(([, changedAt]) => changedAt > from);
      const part = later.slice(0, most);
      const isLast = part.length === later.length;
      return {
        ids: part.map(([id]) => id),
        revision: isLast ? revision : (part.at(-1)?.[1] ?? revision),
        isLast,
      };
    },
  };
}
