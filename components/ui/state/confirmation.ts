import { computed, signal } from '@preact/signals';

/** Makes the place where one press waits until a person confirms it, by a button of its own. */
export function createConfirmation<Reason>() {
  const waiting = signal<{ reason: Reason; goOn: () => Promise<void> } | null>(null);
  function cancel(): void {
    waiting.value = null;
  }
  return {
    /** Why the press has to be confirmed; null while none has. */
    reason: computed(() => waiting.value?.reason ?? null),
    /**
     * Has a press confirmed, instead of any other.
     * @param goOn what the press does once it is confirmed
     */
    require(reason: Reason, goOn: () => Promise<void>): void {
      waiting.value = { reason, goOn };
    },
    /** Lets the press go on, once; does nothing while none waits. */
    async confirm(): Promise<void> {
      const press = waiting.value;
      cancel();
      await press?.goOn();
    },
    /** Drops the press: it is no longer about what a person sees. */
    cancel,
  };
}
