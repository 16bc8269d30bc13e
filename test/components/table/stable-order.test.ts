import { computed, signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { createStableOrder } from '@/components/table/stable-order';
import { itemsInPlace } from '@/lib/report/compare/in-place';

/** Opens an order of texts by their numbers. */
function openStableOrder() {
  const [awaitsRows, isInUse, filter] = [signal(false), signal(false), signal('')];
  const texts = signal(['c1', 'b2', 'a3']);
  const numberOf = (text: string) => Number(text.slice(1));
  const stableOrder = createStableOrder({ awaitsRows, isInUse: () => isInUse.peek() });
  const placed = stableOrder.of<readonly string[]>(
    computed(() => texts.value.toSorted((one, other) => numberOf(one) - numberOf(other))),
    () => [filter.value],
    (former, later) => itemsInPlace(former, later, ([letter]) => letter ?? ''),
  );
  const shown = () => placed.value.join(' ');
  return { awaitsRows, isInUse, filter, texts, stableOrder, shown };
}

describe('rows in a stable order', () => {
  it('are sorted at once while no reading runs', () => {
    const { texts, shown } = openStableOrder();
    expect(shown()).toBe('c1 b2 a3');
    texts.value = ['c4', 'b2', 'a3'];
    expect(shown()).toBe('b2 a3 c4');
  });

  it('keep their places during a reading; new rows are last', () => {
    const { texts, shown, awaitsRows } = openStableOrder();
    expect(shown()).toBe('c1 b2 a3');
    awaitsRows.value = true;
    texts.value = ['c4', 'b2', 'a3', 'd0'];
    expect(shown()).toBe('c4 b2 a3 d0');
    texts.value = ['c4', 'a1', 'd0'];
    expect(shown()).toBe('c4 a1 d0');
    awaitsRows.value = false;
    expect(shown()).toBe('d0 a1 c4');
  });

  it('are sorted after a press if the table is in use at the end of the reading', () => {
    const { texts, shown, awaitsRows, isInUse, stableOrder } = openStableOrder();
    awaitsRows.value = true;
    expect(shown()).toBe('c1 b2 a3');
    texts.value = ['c4', 'b2', 'a3'];
    isInUse.value = true;
    awaitsRows.value = false;
    expect([shown(), stableOrder.waitsForPress.value]).toEqual(['c4 b2 a3', true]);
    isInUse.value = false;
    texts.value = ['c5', 'b2', 'a3'];
    expect([shown(), stableOrder.waitsForPress.value]).toEqual(['c5 b2 a3', true]);
    stableOrder.sortAgain();
    expect([shown(), stableOrder.waitsForPress.value]).toEqual(['b2 a3 c5', false]);
  });

  it('are sorted again during a reading when a person filters or sorts', () => {
    const { texts, shown, awaitsRows, filter } = openStableOrder();
    awaitsRows.value = true;
    expect(shown()).toBe('c1 b2 a3');
    texts.value = ['c4', 'b2', 'a3'];
    filter.value = 'all';
    expect(shown()).toBe('b2 a3 c4');
  });
});
