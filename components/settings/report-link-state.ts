import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Connection } from '@/lib/connection/connection';
import { type ReportLinkProblem, readReportLink } from '@/lib/report/report-link';

/** The field for the address of a report's own page. */
export interface ReportLinkField {
  text: ReadonlySignal<string>;
  /** What is wrong with the text on the service that is connected; null while it is typed. */
  problem: ReadonlySignal<ReportLinkProblem | null>;
  /** Whether what was typed last was just kept. */
  isSaved: ReadonlySignal<boolean>;
  /** Where services of this kind have their reports, while the field is empty; null otherwise. */
  offered: ReadonlySignal<string | null>;
  enter(text: string): void;
  /** Keeps what was typed, written out, unless there is a problem with it. */
  leave(): Promise<void>;
  /** Keeps what is offered. */
  takeOffered(): Promise<void>;
}

interface ReportLinkTools {
  /** What is stored. */
  link: string;
  connection: ReadonlySignal<Connection | undefined>;
  /** Stores it; false where that fails. */
  keep(link: string): Promise<boolean>;
}

/** Makes the field, filled with what is stored. */
export function createReportLinkField({
  link,
  connection,
  keep,
}: ReportLinkTools): ReportLinkField {
  const text = signal(link);
  const isTyping = signal(false);
  const isSaved = signal(false);
  const read = computed(() => readReportLink(text.value, connection.value?.baseUrl));
  const offered = computed(() => {
    const baseUrl = connection.value?.baseUrl;
    return baseUrl === undefined || text.value.trim() !== '' ? null : `${baseUrl}/reports/{id}`;
  });

  function enter(typed: string): void {
    isTyping.value = true;
    isSaved.value = false;
    text.value = typed;
  }

  async function leave(): Promise<void> {
    if (!isTyping.value) return;
    isTyping.value = false;
    if ('problem' in read.value) return;
    const typed = read.value.value;
    text.value = typed;
    // What could not be kept is tried again, like what is typed.
    isSaved.value = await keep(typed);
    if (!isSaved.value) isTyping.value = true;
  }

  return {
    text,
    isSaved,
    // A link that fitted may fit no longer when another service is connected.
    problem: computed(() =>
      !isTyping.value && 'problem' in read.value ? read.value.problem : null,
    ),
    offered,
    enter,
    leave,
    async takeOffered() {
      const link = offered.value;
      if (link === null) return;
      enter(link);
      await leave();
    },
  };
}
