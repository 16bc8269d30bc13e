import { describe, expect, it } from 'vitest';
import { changedMarks, type MarkRecord, type MarksChange, openMarks } from '@/lib/history/marks';
import type { Due, DueSubject } from '@/lib/report/compare/due';
import { dueOn, joinedOn, ticketOn } from '../../support/sample-backup';

const MONDAY = new Date(2026, 10, 30, 10).toISOString();
const TUESDAY = new Date(2026, 11, 1, 10).toISOString();
const SHOP = { kind: 'client', name: 'shop.example' } as const;
const STARRED = { kind: 'starred' } as const;

const clientOf = (name: string): DueSubject => ({ kind: 'client', name });

/** Returns the marks after changes, one on each day from Monday, November 30, 2026. */
function marksAfter(records: readonly MarkRecord[], ...changes: MarksChange[]): MarkRecord[] {
  const byKey = new Map(records.map((mark) => [mark.key, mark]));
  for (const [at, change] of changes.entries()) {
    const now = new Date(2026, 10, 30 + at, 10).toISOString();
    const changed = changedMarks([...byKey.values()], change, now);
    if ('most' in changed) expect.fail('A limit is reached.');
    for (const mark of changed) byKey.set(mark.key, mark);
  }
  return [...byKey.values()];
}

/** Returns the open due marks as texts, such as "shop.example: week 1". */
function openDue(records: readonly MarkRecord[]): string[] {
  return openMarks(records).due.map(({ subject, rhythm }) => {
    const name = subject.kind === 'client' ? subject.name : subject.kind;
    const day = rhythm.every === 'week' ? rhythm.weekday : rhythm.day;
    return `${name}: ${rhythm.every} ${day}`;
  });
}

const weekly = (subject: DueSubject): MarksChange => ({ kind: 'setDue', subject, every: 'week' });

describe('a due mark', () => {
  it('stores the day of the week on which it was set', () => {
    const due: Due = { subject: SHOP, rhythm: { every: 'week', weekday: 1 }, notNowOn: null };
    expect(changedMarks([], weekly(SHOP), MONDAY)).toEqual([
      {
        kind: 'due',
        key: 'due client shop.example',
        due,
        madeAt: MONDAY,
        changedAt: MONDAY,
        endedAt: null,
      },
    ]);
  });

  it('stores the day of the month on which it was set', () => {
    const set = { kind: 'setDue', subject: STARRED, every: 'month' } as const;
    expect(openDue(marksAfter([], set))).toEqual(['starred: month 30']);
  });

  it('keeps its day if the same rhythm is set again, and takes the day of a new rhythm', () => {
    const set = marksAfter([], weekly(SHOP));
    expect(changedMarks(set, weekly(SHOP), TUESDAY)).toEqual([]);
    const monthly = { kind: 'setDue', subject: SHOP, every: 'month' } as const;
    expect(openDue(marksAfter([], weekly(SHOP), monthly))).toEqual(['shop.example: month 1']);
  });

  it('is ended and not removed', () => {
    const ended = marksAfter([], weekly(SHOP), { kind: 'endDue', subject: SHOP });
    expect(ended).toMatchObject([{ kind: 'due', endedAt: TUESDAY, changedAt: TUESDAY }]);
    expect(openDue(ended)).toEqual([]);
  });

  it('stores the day of Not now without a change of its time, which a merge compares', () => {
    const postpone = { kind: 'postponeDue', subject: SHOP } as const;
    const [mark] = marksAfter([], weekly(SHOP), postpone);
    expect(mark).toMatchObject({ due: { notNowOn: '2026-12-01' }, changedAt: MONDAY });
    expect(changedMarks([dueOn(SHOP, 1, 'ended')], postpone, MONDAY)).toEqual([]);
  });

  it('ends with its ticket', () => {
    const records = [ticketOn('t', 'host.example/1', 1), dueOn({ kind: 'ticket', id: 't' }, 1)];
    const part = { id: 'p', pages: ['host.example/1'] };
    expect(openDue(marksAfter(records, { kind: 'closeTicket', id: 't' }))).toEqual([]);
    expect(openDue(marksAfter(records, { kind: 'closeTicket', id: 't', part }))).toEqual([]);
    expect(openDue(marksAfter(records, { kind: 'closeTicket', id: 'other' }))).toHaveLength(1);
  });
});

describe('the due mark of a joined client', () => {
  const join = (name: string, ...clients: string[]): MarksChange => ({
    kind: 'joinClients',
    name,
    clients,
  });

  it('ends when the client is taken apart', () => {
    const records = marksAfter([joinedOn('Mill', ['a', 'b'], 1)], weekly(clientOf('Mill')));
    const apart = marksAfter(records, { kind: 'takeApart', name: 'Mill' });
    expect(openDue(apart)).toEqual([]);
    expect(apart).toMatchObject([
      { kind: 'joinedClient' },
      { kind: 'due', key: 'due client Mill' },
    ]);
  });

  it('has the rhythm of the first joined client with a due mark', () => {
    const records = [dueOn(clientOf('b'), 1), dueOn(clientOf('c'), 1)];
    const joined = marksAfter(records, join('Mill', 'a', 'b'));
    expect(openDue(joined)).toEqual(['c: week 1', 'Mill: week 1']);
  });

  it('keeps the rhythm of the client that gives the joined client its name', () => {
    const every = { every: 'month', day: 9 } as const;
    const records = [dueOn(clientOf('a'), 1), dueOn(clientOf('b'), 1, 'open', every)];
    expect(openDue(marksAfter(records, join('b', 'a', 'b')))).toEqual(['b: month 9']);
  });

  it('moves when all its single clients join another client', () => {
    const records = [joinedOn('Mill', ['a', 'b'], 1), dueOn(clientOf('Mill'), 1)];
    expect(openDue(marksAfter(records, join('Shop', 'a', 'b', 'c')))).toEqual(['Shop: week 1']);
  });
});
