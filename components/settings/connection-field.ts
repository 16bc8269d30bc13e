import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { attempt } from '@/components/ui/state/attempt';
import type { Connection } from '@/lib/connection/connection';
import { hasFailed, type Result } from '@/lib/result';

/** A field for a text of a connection. The text is stored when the field loses the focus. */
export interface ConnectionField<Problem> {
  text: ReadonlySignal<string>;
  /** Whether a service is connected: the text is stored with the connection. */
  isEditable: ReadonlySignal<boolean>;
  /** The problem of the text when the field was left; null for none, and during typing. */
  problem: ReadonlySignal<Problem | null>;
  isSaved: ReadonlySignal<boolean>;
  isUnstored: ReadonlySignal<boolean>;
  enter(text: string): void;
  /** Completes and stores the entered text, or sets its problem. */
  leave(): Promise<void>;
}

interface ConnectionFieldTools<Problem> {
  connection: ReadonlySignal<Connection | undefined>;
  storedText: (connection: Connection) => string;
  /** Completes an entered text. */
  read(text: string): { value: string } | { problem: Problem };
  store(connection: Connection, text: string): Promise<Result<null>>;
}

/** The text that a person has entered for a connection. */
interface Entered<Problem> {
  connectionId: string;
  text: string;
  problem: Problem | null;
  /** Null before storing. */
  outcome: 'saved' | 'unstored' | null;
}

export function createConnectionField<Problem = never>({
  connection,
  storedText,
  read,
  store,
}: ConnectionFieldTools<Problem>): ConnectionField<Problem> {
  /** Null if the field shows the stored text. */
  const lastEntered = signal<Entered<Problem> | null>(null);
  const entered = computed(() =>
    lastEntered.value?.connectionId === connection.value?.id ? lastEntered.value : null,
  );

  return {
    text: computed(
      () => entered.value?.text ?? (connection.value ? storedText(connection.value) : ''),
    ),
    isEditable: computed(() => connection.value !== undefined),
    problem: computed(() => entered.value?.problem ?? null),
    isSaved: computed(() => entered.value?.outcome === 'saved'),
    isUnstored: computed(() => entered.value?.outcome === 'unstored'),
    enter(text) {
      const connectionId = connection.value?.id;
      if (connectionId === undefined) return;
      const isUnstored = entered.value?.outcome === 'unstored';
      lastEntered.value = {
        connectionId,
        text,
        problem: null,
        outcome: isUnstored ? 'unstored' : null,
      };
    },
    async leave() {
      const edited = connection.value;
      const left = entered.value;
      if (edited === undefined || left === null || left.outcome === 'saved') return;
      const completed = read(left.text);
      if ('problem' in completed) {
        lastEntered.value = { ...left, problem: completed.problem };
        return;
      }
      const sent = { ...left, text: completed.value };
      lastEntered.value = sent;
      const result = await attempt(() => store(edited, sent.text));
      // A person may have entered another text in the meantime.
      if (lastEntered.value !== sent) return;
      lastEntered.value = { ...sent, outcome: hasFailed(result) ? 'unstored' : 'saved' };
    },
  };
}
