import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { OpenWork } from '@/lib/failure';

/** A press that is held back until a person agrees, by a button of its own, to what speaks against it. */
export interface Consent<Reason, Answer = void> {
  /** What speaks against the press; null while none is held back. */
  asked: ReadonlySignal<Reason | null>;
  /**
   * Holds a press back, instead of any other.
   * @param goOn what the press does once a person has agreed
   */
  ask(reason: Reason, goOn: (answer: Answer) => Promise<void>): void;
  /** Lets the press go on, once; does nothing while none is held back. */
  give(answer: Answer): Promise<void>;
  /** Drops the press: what was asked is no longer about what a person sees. */
  withdraw(): void;
}

/** What Connect or Disconnect would do to what a person has asked for and that is not done yet. */
interface OpenWorkQuestion {
  press: 'connect' | 'disconnect';
  work: OpenWork;
}

/** Where no service answers at the address that was typed, it may be at the start of its site. */
interface OriginQuestion {
  press: 'connect';
  /** Would receive the key. */
  origin: string;
}

export type ConnectionQuestion = OpenWorkQuestion | OriginQuestion;

/** `keep` is for Connect alone, and only where `canBeKept`; `tryOrigin` answers its own question. */
export type ConnectionAnswer = 'keep' | 'drop' | 'tryOrigin';

/** Makes the place where one press can be held back. */
export function createConsent<Reason, Answer = void>(): Consent<Reason, Answer> {
  const held = signal<{ reason: Reason; goOn: (answer: Answer) => Promise<void> } | null>(null);
  function withdraw(): void {
    held.value = null;
  }
  return {
    asked: computed(() => held.value?.reason ?? null),
    ask(reason, goOn) {
      held.value = { reason, goOn };
    },
    async give(answer) {
      const press = held.value;
      withdraw();
      await press?.goOn(answer);
    },
    withdraw,
  };
}
