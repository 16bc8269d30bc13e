import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { fold } from '@/components/app/fold';

/** When changed rows and groups are sorted anew. */
type Sorting =
  | 'atOnce'
  /** After the current reading. */
  | 'afterReading'
  /** After *Sort again*, because a person used the table when the reading ended. */
  | 'afterPress';

interface StableOrderTools {
  /** Whether further rows will be read. */
  awaitsRows: ReadonlySignal<boolean>;
  /** Whether the focus or the pointer is in a table. */
  isInUse(): boolean;
}

/** Keeps the order of rows and groups during a reading, and while a person uses the table. */
export interface StableOrder {
  /** Whether the order waits for *Sort again*. */
  waitsForPress: ReadonlySignal<boolean>;
  sortAgain(): void;
  /**
   * Returns a sorted value, whose items keep their order during a reading and before *Sort again*.
   * @param inputs the values on which the order depends; if one changes, the value is sorted anew
   * @param inPlace returns the later value in the order of the former value
   */
  of<Value>(
    sorted: ReadonlySignal<Value>,
    inputs: () => readonly unknown[],
    inPlace: (former: Value, later: Value) => Value,
  ): ReadonlySignal<Value>;
}

export function createStableOrder({ awaitsRows, isInUse }: StableOrderTools): StableOrder {
  const presses = signal(0);
  const sorting = fold<{ isOn: boolean; presses: number }, { when: Sorting; presses: number }>(
    computed(() => ({ isOn: awaitsRows.value, presses: presses.value })),
    { when: 'atOnce', presses: 0 },
    (former, input) => ({ when: nextSorting(former, input), presses: input.presses }),
  );

  function nextSorting(
    former: { when: Sorting; presses: number },
    input: { isOn: boolean; presses: number },
  ): Sorting {
    if (input.isOn) return 'afterReading';
    if (former.presses !== input.presses) return 'atOnce';
    if (former.when === 'afterReading' && isInUse()) return 'afterPress';
    return former.when === 'afterPress' ? 'afterPress' : 'atOnce';
  }

  return {
    waitsForPress: computed(() => sorting.value.when === 'afterPress'),
    sortAgain(): void {
      presses.value += 1;
    },
    of<Value>(
      sorted: ReadonlySignal<Value>,
      inputs: () => readonly unknown[],
      inPlace: (former: Value, later: Value) => Value,
    ) {
      interface Placed {
        value: Value;
        inputs: readonly unknown[];
      }
      const placed = fold<Placed & { when: Sorting }, Placed | null>(
        computed(() => ({
          value: sorted.value,
          inputs: [...inputs(), presses.value],
          when: sorting.value.when,
        })),
        null,
        (former, { value, inputs: now, when }) => {
          const isSame = former?.inputs.every((one, at) => one === now[at]) ?? false;
          const isPlaced = former !== null && isSame && when !== 'atOnce';
          return { value: isPlaced ? inPlace(former.value, value) : value, inputs: now };
        },
      );
      return computed(() => placed.value?.value ?? sorted.value);
    },
  };
}
