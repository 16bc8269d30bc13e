import { computed, signal } from '@preact/signals';

/** The state has at most one press, which waits until a person confirms it with another button. */
export function createConfirmation<Reason>() {
  const waiting = signal<{ reason: Reason; perform: () => Promise<void> } | null>(null);
  function cancel(): void {
    waiting.value = null;
  }
  return {
    /** Why the press needs a confirmation; null while no press waits. */
    reason: computed(() => waiting.value?.reason ?? null),
    /** Replaces an earlier waiting press. */
    require(reason: Reason, perform: () => Promise<void>): void {
      waiting.value = { reason, perform };
    },
    async confirm(): Promise<void> {
      const press = waiting.value;
      cancel();
      await press?.perform();
    },
    /** Drops the waiting press, for example because the view has changed. */
    cancel,
  };
}
