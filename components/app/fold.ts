import { computed, effect, type ReadonlySignal, untracked } from '@preact/signals';

/**
 * Returns a value that is derived from its own previous value and an input, like `reduce` of an array.
 * Inputs between two uses of the value are skipped: `next` sees the latest input only.
 */
export function fold<Input, Value>(
  input: ReadonlySignal<Input>,
  first: Value,
  next: (former: Value, input: Input) => Value,
): ReadonlySignal<Value> {
  let latest = first;
  return computed(() => {
    latest = next(latest, input.value);
    return latest;
  });
}

/** Runs work outside of the page's state, for example a request, whenever a condition becomes true. */
export function whenever(condition: ReadonlySignal<boolean>, work: () => void): void {
  const isMet = computed(() => condition.value);
  effect(() => {
    if (isMet.value) untracked(work);
  });
}
