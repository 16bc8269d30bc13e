import { describe, expect, it, vi } from 'vitest';
import { type Line, lineOf } from '@/components/activity/line';
import type { Subject, Tone } from '@/components/activity/subject';
import type { Failure } from '@/lib/failure';
import { referTo } from '@/lib/report/report-reference';
import type { Gate } from '@/lib/task/gate/gate';
import type { Standing } from '@/lib/task/standing';
import { useMessageKeys } from '../../support/message-keys';
import { sampleReport } from '../../support/sample-report';
import { closedGate } from '../../support/sample-task';

useMessageKeys({ filled: true });
// Before the times of its gates.
vi.setSystemTime('2026-11-02T12:00:00.000Z');

const NAME = '\u2068host.example/\u2069';
const offline: Failure = { code: 'offline' };
const down: Failure = { code: 'serviceDown', status: 503, retryAt: null, message: 'Soon' };
const invalid: Failure = {
  code: 'invalid',
  message: null,
  fields: [{ field: 'url', messages: ['Unknown host.'] }],
};
const closed = closedGate(offline);
const report = sampleReport('1', { url: 'https://host.example/', score: 87 });
const reference = referTo(report);

const waiting: Standing = { name: 'waiting', until: null };
const sent: Standing = { name: 'sent' };
const lost: Standing = { name: 'unknown', looks: 0, lookAt: '', failure: down };
const accepted: Standing = { ...lost, failure: null };
const refused: Standing = { name: 'stuck', reason: 'refused', failure: offline };
const unconfirmed: Standing = { ...refused, reason: 'unconfirmed' };
const lacksPassword: Standing = { name: 'stuck', reason: 'password', failure: null };
const done: Standing = { name: 'done' };
const gone: Standing = { name: 'gone' };

const wishes = {
  create: { kind: 'create', draft: { url: 'https://host.example/', privacy: 1 } },
  secret: { kind: 'create', draft: { url: 'https://host.example/', privacy: 2 } },
  change: { kind: 'change', report: reference, change: { privacy: 0 } },
  update: { kind: 'change', report: reference, change: { results: 1 } },
  delete: { kind: 'delete', report: reference },
} as const;

type Case = [
  wish: keyof typeof wishes,
  standing: Standing,
  facts: Partial<Subject> & { gate?: Gate },
  tone: Tone,
  words: string,
  reason: string | null,
  verbs: string,
];

const named = { isNamed: true };
const gate = closed;
const held = { ...named, gate };
const created = 'form_created rating_good 87';
const saved = 'task_saved';
const typeAgain = 'task_enterPassword';
const OFFLINE = 'failure_offline advice_offline';
const DOWN = 'task_wasDown 503\nservice_says \u2068Soon\u2069';
const [again, edited, links] = [
  'sendAgain discard',
  'sendAgain edit discard',
  'openReport copyLink',
];
const task = (words: string) => `task_${words} ${NAME}`;

describe('the line of a task', () => {
  it.each<Case>([
    // Creations
    ['create', waiting, named, 'busy', 'form_sendingKept', null, ''],
    ['create', waiting, {}, 'waiting', task('create_waiting'), null, 'cancel'],
    ['create', waiting, held, 'waiting', task('create_waiting'), saved, 'cancel'],
    ['secret', waiting, held, 'waiting', task('create_waiting'), `${saved} ${typeAgain}`, 'cancel'],
    ['create', waiting, { gate }, 'waiting', task('create_waiting'), null, 'cancel'],
    ['create', sent, named, 'busy', 'form_sendingKept', null, ''],
    ['create', sent, {}, 'busy', task('create_sent'), null, ''],
    ['create', lost, {}, 'busy', task('create_unknown'), DOWN, 'discard'],
    ['create', lost, { gate }, 'busy', task('create_unknown'), null, 'discard'],
    ['create', lost, held, 'busy', task('create_unknown'), 'task_lookedFor', 'discard'],
    ['create', accepted, named, 'busy', 'form_createdUnseen', null, ''],
    ['create', accepted, {}, 'busy', task('create_done'), null, ''],
    ['create', refused, named, 'attention', task('create_refused'), OFFLINE, edited],
    ['secret', lacksPassword, {}, 'attention', task('passwordGone'), typeAgain, 'send discard'],
    ['create', unconfirmed, {}, 'attention', task('create_unconfirmed'), 'task_choices', again],
    ['create', done, { ...named, report }, 'done', created, null, links],
    ['create', done, { report }, 'done', `${task('create_done')} · rating_good 87`, null, links],
    ['create', done, { ...named, report: null }, 'done', 'form_createdUnseen', null, ''],
    // Changes
    ['change', sent, named, 'busy', 'report_saving', null, ''],
    ['change', sent, {}, 'busy', task('change_sent'), null, ''],
    ['change', waiting, held, 'waiting', 'batch_state_waiting', saved, 'cancel'],
    ['change', waiting, { gate }, 'waiting', task('change_waiting'), null, 'cancel'],
    ['change', refused, named, 'attention', OFFLINE, null, again],
    ['change', refused, {}, 'attention', task('change_refused'), OFFLINE, again],
    ['change', done, named, 'done', 'report_saved', null, ''],
    ['change', done, {}, 'done', task('change_done'), null, ''],
    ['change', gone, {}, 'attention', task('change_refused'), 'failure_gone_report', 'dismiss'],
    ['change', gone, named, 'attention', 'failure_gone_report advice_gone_report', null, 'dismiss'],
    // Updates
    ['update', sent, {}, 'busy', 'report_updating', null, ''],
    ['update', waiting, { gate }, 'waiting', task('change_waiting'), null, 'cancel'],
    ['update', done, { awaited: 'awaited' }, 'busy', 'report_awaited', null, ''],
    ['update', done, { awaited: 'givenUp' }, 'attention', 'report_gaveUp', null, 'open'],
    ['update', done, named, 'done', 'report_updated', null, ''],
    // Deletions
    ['delete', waiting, {}, 'waiting', `list_deleted ${NAME}`, null, 'undo'],
    ['delete', waiting, { gate }, 'waiting', `list_deletePutOff ${NAME}`, null, 'undo'],
    ['delete', sent, {}, 'busy', `list_deleted ${NAME}`, null, ''],
    ['delete', refused, {}, 'attention', `list_deleteFailed ${NAME}`, OFFLINE, 'sendAgain dismiss'],
    ['delete', done, {}, 'done', `list_deleted ${NAME}`, null, ''],
  ])(
    'has tone, words and buttons for %s in state %j with %j',
    (wish, standing, { gate: shut = null, ...facts }, tone, words, reason, verbs) => {
      const line = lineOf(subject(wish, standing, facts), { gate: shut, isGateTold: true });
      const { sentence } = line;
      const buttons = line.verbs.join(' ');
      expect([line.tone, sentence, line.reason, buttons]).toEqual([tone, words, reason, verbs]);
    },
  );

  it('gives the failure as its reason where no line of the gate does', () => {
    const facts = { gate: closed, isGateTold: false };
    expect(lineOf(subject('create', waiting), facts).reason).toBe('failure_offline');
    expect(lineOf(subject('create', lost), facts).reason).toMatch(/^task_wasDown 503/);
  });

  it('leaves out words of the service that already stand at a form field', () => {
    const standing: Standing = { ...refused, failure: invalid };
    const said = (shownFields: string[]) =>
      lineOf(subject('create', standing), { gate: null, isGateTold: true, shownFields }).reason;
    expect(said([])).toContain('Unknown host.');
    expect(said(['url'])).toBe('failure_invalid');
  });

  it.each([
    ['create', true],
    ['update', true],
    ['change', false],
    ['delete', false],
  ] as const)('says how a page is fetched where that was asked for: %s %s', (wish, isSaid) => {
    const failure: Failure = { code: 'pageFailed', message: 'Connection refused' };
    const line = lineOf(subject(wish, { ...refused, failure }), { gate: null, isGateTold: true });
    expect(line.reason?.includes('advice_port80')).toBe(isSaid);
  });

  const page = { address: 'https://host.example/', result: null };
  it.each<[keyof typeof wishes, Standing, Partial<Subject>, Line['about']]>([
    ['update', sent, {}, page],
    ['update', done, {}, { ...page, result: 'rating_good 87' }],
    ['update', done, { awaited: 'awaited' }, page],
    ['update', done, named, null],
    ['update', refused, {}, null],
    ['create', done, named, null],
  ])(
    'names the address only where neither its sentence nor the page does: %s, %j, %j',
    (wish, standing, facts, about) => {
      expect(
        lineOf(subject(wish, standing, facts), { gate: null, isGateTold: true }).about,
      ).toEqual(about);
    },
  );

  it('shows the requested privacy until the task is done', () => {
    const privacy = (wish: keyof typeof wishes, standing: Standing) =>
      lineOf(subject(wish, standing), { gate: null, isGateTold: true }).privacy;
    expect([privacy('create', sent), privacy('change', sent), privacy('update', sent)]).toEqual([
      1,
      0,
      null,
    ]);
    expect(privacy('create', done)).toBeNull();
  });
});

function subject(
  wish: keyof typeof wishes,
  standing: Standing,
  facts: Partial<Subject> = {},
): Subject {
  return {
    ...{ id: 'a', wish: wishes[wish], standing, isNamed: false },
    ...{ report, awaited: null },
    ...facts,
  };
}
