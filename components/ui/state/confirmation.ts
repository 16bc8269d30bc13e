import { computed, signal } from '@preact/signals';

/** Stores at most one press, until a person confirms the press with another button. */
export function createConfirmation<Reason>() {
  const waitingPress = signal<{ reason: Reason; perform: () => Promise<void> } | null>(null);
  function cancel(): void {
    waitingPress.value = null;
  }
  return {
    /** Why the press needs a confirmation; null without a press. */
    reason: computed(() => waitingPress.value?.reason ?? null),
    /** Replaces an earlier press. */
    require(reason: Reason, perform: () => Promise<void>): void {
      waitingPress.value = { reason, perform };
    },
    async confirm(): Promise<void> {
      const press = waitingPress.value;
      cancel();
      await press?.perform();
    },
    cancel,
  };
}
