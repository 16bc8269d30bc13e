import { describe, expect, it } from 'vitest';
import { openList } from '../../../support/open-list';
import { readList, storedList } from '../../../support/sample-list';

const later = '2026-11-02T12:00:00.000Z';

describe('the list in a private window', () => {
  it('asks again whenever something may have become of a report', async () => {
    const { answers, happenings, list } = openList({ isPrivateWindow: true });
    const asking = list.refresh();
    answers.answer(0, { value: readList('2', '1') });
    await asking;
    happenings.value = 1;
    await answers.asked(2);
  });

  it('shows the whole answer rather than what is stored of it', async () => {
    const opened = openList({ isPrivateWindow: true });
    const asking = opened.list.refresh();
    opened.stored.value = { ...storedList('2', '1'), readAt: later };
    const whole = { ...readList('3', '2', '1'), readAt: later, unkept: 'private' } as const;
    opened.answers.answer(opened.ask.mock.calls.length - 1, { value: whole });
    await asking;
    expect(opened.list.shown.value?.reports.map(({ id }) => id)).toEqual(['3', '2', '1']);
  });
});
