import { computed, signal } from '@preact/signals';

/**
 * Makes the place where one press can be held back until a person agrees, by a button of its own, to
 * what speaks against it.
 */
export function createConsent<Reason>() {
  const held = signal<{ reason: Reason; goOn: () => Promise<void> } | null>(null);
  function withdraw(): void {
    held.value = null;
  }
  return {
    /** What speaks against the press; null while none is held back. */
    asked: computed(() => held.value?.reason ?? null),
    /**
     * Holds a press back, instead of any other.
     * @param goOn what the press does once a person has agreed
     */
    ask(reason: Reason, goOn: () => Promise<void>): void {
      held.value = { reason, goOn };
    },
    /** Lets the press go on, once; does nothing while none is held back. */
    async give(): Promise<void> {
      const press = held.value;
      withdraw();
      await press?.goOn();
    },
    /** Drops the press: what was asked is no longer about what a person sees. */
    withdraw,
  };
}
