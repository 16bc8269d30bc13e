import { describe, expect, it } from 'vitest';
import { changedMarks, type MarkRecord, type MarksChange, shownMarks } from '@/lib/history/marks';
import { type MarkChange, markChanges, undoneMarks } from '@/lib/history/marks-undo';
import { mergedMarks } from '@/lib/history/merge';
import { dueOn, joinedOn, muteOn, starOn, summaryOn, ticketOn } from '../../support/sample-backup';

const PRESSED = '2026-11-29T10:00:00.000Z';
const OTHER_PRESS = '2026-11-29T10:00:02.000Z';
const UNDONE = '2026-11-29T10:00:05.000Z';
const MILL = { kind: 'client', name: 'Mill' } as const;

const TICKET = ticketOn('t', 'a.example', 1);

function withMarks(records: readonly MarkRecord[], changed: readonly MarkRecord[]): MarkRecord[] {
  return [...new Map([...records, ...changed].map((mark) => [mark.key, mark])).values()];
}

/** Changes the marks. Returns all marks, and the changes for *Undo*. */
function press(
  records: readonly MarkRecord[],
  change: MarksChange,
  now = PRESSED,
): { records: MarkRecord[]; changes: MarkChange[] } {
  const changed = changedMarks(records, change, now);
  if ('most' in changed) expect.fail('A limit is reached.');
  return { records: withMarks(records, changed), changes: markChanges(records, changed) };
}

/** Undoes changes. Returns all marks; null if *Undo* is refused. */
function undo({ records, changes }: ReturnType<typeof press>, now = UNDONE): MarkRecord[] | null {
  const undone = undoneMarks(records, changes, now);
  return undone && withMarks(records, undone);
}

describe('undoneMarks', () => {
  it.each<[string, MarkRecord[], MarksChange]>([
    ['a closed ticket', [TICKET], { kind: 'closeTicket', id: 't' }],
    [
      'a closed ticket with its due mark',
      [TICKET, dueOn({ kind: 'ticket', id: 't' }, 1)],
      { kind: 'closeTicket', id: 't' },
    ],
    ['a removed star', [starOn('a.example', 1)], { kind: 'unstar', page: 'a.example' }],
    ['an ended mute', [muteOn('m', ['a', 'b'], 1)], { kind: 'endMute', id: 'm', pages: null }],
    [
      'a mute of fewer pages',
      [muteOn('m', ['a', 'b'], 1)],
      { kind: 'endMute', id: 'm', pages: ['a'] },
    ],
    [
      'a joined client with its due mark',
      [joinedOn('Mill', ['a', 'b'], 1), dueOn(MILL, 1)],
      { kind: 'takeApart', name: 'Mill' },
    ],
    ['an ended due mark', [dueOn(MILL, 1)], { kind: 'endDue', subject: MILL }],
    ['a postponed due mark', [dueOn(MILL, 1)], { kind: 'postponeDue', subject: MILL }],
    ['the days of a summary', [summaryOn('a', 1)], { kind: 'addSummaries', clients: ['a'] }],
  ])('restores %s', (_, before, change) => {
    const pressed = press(before, change);
    expect(shownMarks(pressed.records)).not.toEqual(shownMarks(before));
    const undone = undo(pressed) ?? expect.fail('refused');
    const { mutesVersion: _version, ...marks } = shownMarks(undone);
    expect({ ...marks, mutesVersion: _version && expect.any(Number) }).toEqual(shownMarks(before));
  });

  it('restores the content of a mute', () => {
    const mute = muteOn('m', ['a', 'b'], 1);
    const undone = undo(press([mute], { kind: 'endMute', id: 'm', pages: ['a'] }));
    expect(undone).toEqual([{ ...mute, changedAt: UNDONE }]);
  });

  it('wins over the press when a backup from between is restored', () => {
    const pressed = press([TICKET], { kind: 'closeTicket', id: 't' });
    const undone = undo(pressed) ?? expect.fail('refused');
    expect(mergedMarks(undone, pressed.records).changed).toEqual([]);
  });

  it('is no edit for a merge after Not now, which is no edit', () => {
    const due = dueOn(MILL, 1);
    expect(undo(press([due], { kind: 'postponeDue', subject: MILL }))).toEqual([due]);
  });

  it('ends a copied ticket, and no older ticket of the problem', () => {
    const older = { ...TICKET, key: 'ticket older' };
    if (TICKET.kind !== 'ticket') expect.fail('no ticket');
    const ticket = { ...TICKET.ticket, id: 'new', at: PRESSED };
    const undone = undo(press([older], { kind: 'addTicket', ticket })) ?? expect.fail('refused');
    expect(undone).toMatchObject([older, { key: 'ticket new', endedAt: UNDONE }]);
    // A closed ticket with pages would hide earlier closed tickets of these pages.
    expect(shownMarks(undone).closed).toMatchObject([{ id: 'new', pages: [] }]);
  });

  it('moves the closed pages of a ticket back', () => {
    if (TICKET.kind !== 'ticket') expect.fail('no ticket');
    const [page] = TICKET.ticket.pages;
    if (page === undefined) expect.fail('no page');
    const other = { ...page, report: { ...page.report, page: 'b.example' } };
    const whole = { ...TICKET, ticket: { ...TICKET.ticket, pages: [page, other] } };
    const part = { id: 'part', pages: ['b.example'] };
    const undone = undo(press([whole], { kind: 'closeTicket', id: 't', part }));
    const { tickets, closed } = shownMarks(undone ?? expect.fail('refused'));
    expect(tickets).toEqual([whole.ticket]);
    expect(closed).toMatchObject([{ id: 'part', pages: [] }]);
  });

  it('changes nothing if an earlier call has undone the changes', () => {
    const pressed = press([TICKET], { kind: 'closeTicket', id: 't' });
    const records = undo(pressed) ?? expect.fail('refused');
    expect(undoneMarks(records, pressed.changes, '2026-11-29T10:00:09.000Z')).toEqual([]);
  });

  it('refuses to undo any change if one mark has changed since', () => {
    const records = [TICKET, dueOn({ kind: 'ticket', id: 't' }, 1)];
    const pressed = press(records, { kind: 'closeTicket', id: 't' });
    const subject = { kind: 'ticket', id: 't' } as const;
    const later = press(pressed.records, { kind: 'setDue', subject, every: 'month' }, OTHER_PRESS);
    expect(undo({ ...pressed, records: later.records })).toBeNull();
  });

  it('refuses to join clients again if one of the clients has joined others since', () => {
    const pressed = press([joinedOn('Mill', ['a', 'b'], 1)], { kind: 'takeApart', name: 'Mill' });
    const change = { kind: 'joinClients', name: 'Shop', clients: ['b', 'c'] } as const;
    const { records } = press(pressed.records, change, OTHER_PRESS);
    expect(undo({ ...pressed, records })).toBeNull();
  });
});

describe('markChanges', () => {
  it('returns no change for a second Not now of the same day', () => {
    const { records } = press([dueOn(MILL, 1)], { kind: 'postponeDue', subject: MILL });
    expect(press(records, { kind: 'postponeDue', subject: MILL }).changes).toEqual([]);
  });
});
