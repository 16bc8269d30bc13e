import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import type { TaskOutcome } from '@/lib/task/task-outcome';

/**
 * The passwords that were entered on this page, for whoever copies a link and has to pass on the password
 * as well. They are in the page's memory alone, by the operation or the batch that has set them.
 */
export function createSetPasswords(outcomes: () => readonly TaskOutcome[]) {
  const passwords = new Map<string, string>();
  return {
    /** @param id of the operation or the batch */
    remember(id: string, password: string | undefined): void {
      if (password !== undefined) passwords.set(id, password);
    },
    /** The one of a batch; null where it was not entered here. */
    ofBatch: (id: string): string | null => passwords.get(id) ?? null,
    /** The one that opens a report; null where it is not known, as when another page has set it last. */
    of({ id, privacy }: Report): string | null {
      if (privacy !== Privacy.Password) return null;
      const last = outcomes().findLast(
        ({ report, standing, wish }) =>
          report?.id === id && standing.name === 'done' && privacyIn(wish) === Privacy.Password,
      );
      return (last && passwords.get(last.id)) ?? null;
    },
  };
}

function privacyIn(wish: TaskOutcome['wish']): Privacy | undefined {
  if (wish.kind === 'create') return wish.draft.privacy;
  return wish.kind === 'change' ? wish.change.privacy : undefined;
}
