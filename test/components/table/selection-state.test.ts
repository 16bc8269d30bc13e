import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { createSelection } from '@/components/table/selection-state';
import { sampleReport } from '../../support/sample-report';

function openFiveRows() {
  const rows = signal(['1', '2', '3', '4', '5'].map((id) => sampleReport(id)));
  const shown = signal(rows.value);
  const place = signal('all');
  const selection = createSelection(shown, place);
  const ids = () => selection.selected.value.map(({ id }) => id).join('');
  return { selection, rows, shown, place, ids };
}

describe('a selection', () => {
  it('adds or removes a pressed row, and has the order of the table', () => {
    const { selection, ids } = openFiveRows();
    expect(selection.areAll.value).toBe(false);
    for (const id of ['4', '2', '5']) selection.toggle(id);
    expect([ids(), selection.areAll.value]).toEqual(['245', null]);
    selection.toggle('4');
    expect(ids()).toBe('25');
    selection.clear();
    expect(ids()).toBe('');
  });

  it('is empty after a change of the place, even if the place changes back', () => {
    const { selection, place, ids } = openFiveRows();
    selection.toggle('4');
    place.value = 'client';
    expect(ids()).toBe('');
    selection.extendTo('2');
    expect(ids()).toBe('2');
    place.value = 'all';
    expect(ids()).toBe('');
  });

  it.each([
    ['down', '2', '4', '234'],
    ['up', '4', '1', '1234'],
    ['to the same row', '3', '3', '3'],
  ])('extends %s from the row that was pressed last', (_, from, to, selected) => {
    const { selection, ids } = openFiveRows();
    selection.toggle(from);
    selection.extendTo(to);
    expect(ids()).toBe(selected);
  });

  it('keeps earlier rows when it is extended', () => {
    const { selection, ids } = openFiveRows();
    for (const id of ['1', '4']) selection.toggle(id);
    selection.extendTo('5');
    expect(ids()).toBe('145');
  });

  it('begins with the row to which an empty selection is extended', () => {
    const { selection, ids } = openFiveRows();
    selection.extendTo('3');
    selection.extendTo('5');
    expect(ids()).toBe('345');
  });

  it('contains all shown rows after selectAll, without rows that a later filter hides', () => {
    const { selection, rows, shown, ids } = openFiveRows();
    shown.value = rows.value.slice(0, 2);
    selection.selectAll();
    expect([ids(), selection.areAll.value]).toEqual(['12', true]);
    shown.value = rows.value.slice(1);
    expect(ids()).toBe('2');
  });

  it('drops a report that no longer exists', () => {
    const { selection, rows, shown, ids } = openFiveRows();
    selection.selectAll();
    rows.value = rows.value.slice(1);
    shown.value = rows.value;
    expect(ids()).toBe('2345');
  });
});
