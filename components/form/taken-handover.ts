import type { Keeping } from '@/lib/private-windows';
import type { Report } from '@/lib/report/report';
import type { StoredItem } from '@/lib/storage/stored-item';
import { type Handover, type Handovers, handoverOf, withoutHandover } from '@/lib/surface/handover';
import type { FormDraft } from './form-draft';

/** What a popup in a tab goes on with, after a reload as well. */
export interface TakenHandover {
  /** Null where nothing was ever handed over to the tab. */
  keeping: Keeping | null;
  /**
   * What is in the form: as it was handed over, or as it has been changed since; null for nothing.
   * Null after a reload where it is kept in memory, or another form was half-filled since.
   */
  draft: FormDraft | null;
  /** The report to show; null after a reload. */
  report: Report | null;
  /** What to search the list for; null after a reload. */
  search: string | null;
}

interface TakingTools {
  handovers: StoredItem<Handovers>;
  /** The form that was half-filled last. */
  draft: StoredItem<FormDraft>;
  /** What the tab remembers through reloads. */
  memory: { keeping(): Keeping | null; remember(keeping: Keeping): void };
}

/**
 * Takes what was handed over to this tab. Its form is from then on a half-filled one like any other,
 * stored under the token in place of a page.
 */
export async function takeHandover(token: string, tools: TakingTools): Promise<TakenHandover> {
  const { handovers, draft, memory } = tools;
  const handover = handoverOf((await handovers.read()) ?? [], token);
  const given = handover === undefined ? null : draftIn(handover, token);
  if (handover !== undefined) {
    memory.remember(handover.keeping);
    try {
      if (given !== null && handover.keeping === 'disk') await draft.write(given);
      // Last: a tab that is closed or reloaded before finds it once more.
      await handovers.update((all) => all && withoutHandover(all, token));
    } catch {
      // So does one whose store is full.
    }
  }
  const keeping = memory.keeping();
  const last = keeping === 'disk' ? await draft.read() : undefined;
  return {
    keeping,
    draft: last?.page === token ? last : given,
    report: handover?.kind === 'report' ? handover.report : null,
    search: handover?.kind === 'search' ? handover.search : null,
  };
}

function draftIn(handover: Handover, token: string): FormDraft | null {
  if (handover.kind !== 'draft') return null;
  const { kind: _, keeping: __, ...draft } = handover;
  return { page: token, ...draft };
}
