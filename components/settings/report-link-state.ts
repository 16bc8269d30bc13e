import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Connection } from '@/lib/connection/connection';
import { type ReportLinkProblem, readReportLink, usualReportLink } from '@/lib/report/report-link';

interface ReportLinkTools {
  /** What is stored: null for the usual place. */
  stored: string | null;
  connection: ReadonlySignal<Connection | undefined>;
  /** Stores it; false where that fails. */
  keep(link: string | null): Promise<boolean>;
}

/** The field for the address of a report's own page: it shows the usual one until another is typed. */
export type ReportLinkField = ReturnType<typeof createReportLinkField>;

/** Makes the field, filled with what is stored. */
export function createReportLinkField({ stored, connection, keep }: ReportLinkTools) {
  const usual = computed(() =>
    connection.value === undefined ? '' : usualReportLink(connection.value.baseUrl),
  );
  const chosen = signal(stored);
  const text = computed(() => chosen.value ?? usual.value);
  const isTyping = signal(false);
  const isSaved = signal(false);
  const problem = signal<ReportLinkProblem | null>(null);

  return {
    text,
    /** What is wrong with the text; null while it is typed. */
    problem,
    /** Whether what was typed last was just kept. */
    isSaved,
    enter(typed: string): void {
      isTyping.value = true;
      isSaved.value = false;
      problem.value = null;
      chosen.value = typed;
    },
    /** Keeps what was typed, written out, unless there is a problem with it. */
    async leave(): Promise<void> {
      if (!isTyping.value) return;
      isTyping.value = false;
      const read = readReportLink(text.value);
      if ('problem' in read) {
        problem.value = read.problem;
        return;
      }
      chosen.value = read.value === usual.value ? null : read.value;
      // What could not be kept is tried again, like what is typed.
      isSaved.value = await keep(chosen.value);
      if (!isSaved.value) isTyping.value = true;
    },
  };
}
