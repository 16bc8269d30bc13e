import { describe, expect, it, vi } from 'vitest';
import { type Line, lineOf } from '@/components/queue/line';
import type { PageOperation, Tone } from '@/components/queue/page-operation';
import type { Failure } from '@/lib/failure';
import type { Backoff } from '@/lib/jobs/backoff';
import type { Status } from '@/lib/jobs/operation';
import { referTo } from '@/lib/report/report-reference';
import { useMessageKeys } from '../../support/message-keys';
import { sampleBackoff } from '../../support/sample-job';
import { sampleReport } from '../../support/sample-report';

useMessageKeys({ filled: true });
// Earlier than the times of the backoffs.
vi.setSystemTime('2026-11-02T12:00:00.000Z');

const NAME = '\u2068host.example/\u2069';
const offline: Failure = { code: 'offline' };
const down: Failure = { code: 'serviceDown', status: 503, retryAt: null, message: 'Soon' };
const invalid: Failure = {
  code: 'invalid',
  message: null,
  fields: [{ field: 'url', messages: ['Unknown host.'] }],
};
const backoff = sampleBackoff(offline);
const report = sampleReport('1', { url: 'https://host.example/', score: 87 });
const reference = referTo(report);

const queued: Status = { name: 'queued' };
const sending: Status = { name: 'sending' };
const lost: Status = { name: 'unverified', lookups: 0, lookupAt: '', failure: down };
const accepted: Status = { ...lost, failure: null };
const refused: Status = { name: 'needsAttention', reason: 'refused', failure: offline };
const unverifiable: Status = { ...refused, reason: 'unverifiable' };
const lacksPassword: Status = { name: 'needsAttention', reason: 'password', failure: null };
const done: Status = { name: 'done', report: null };
const gone: Status = { name: 'gone' };

const subjects = {
  create: { kind: 'create', url: 'https://host.example/', privacy: 1 },
  secret: { kind: 'create', url: 'https://host.example/', privacy: 2 },
  change: { kind: 'update', report: reference, update: { privacy: 0 } },
  update: { kind: 'update', report: reference, update: { results: 1 } },
  delete: { kind: 'delete', report: reference },
} as const;

type Case = [
  subject: keyof typeof subjects,
  status: Status,
  facts: Partial<PageOperation> & { backoff?: Backoff },
  tone: Tone,
  words: string,
  reason: string | null,
  verbs: string,
];

const named = { isNamed: true };
const held = { ...named, backoff };
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

describe('the line of an operation', () => {
  it.each<Case>([
    // Creations
    ['create', queued, named, 'busy', 'form_sendingKept', null, ''],
    ['create', queued, {}, 'waiting', task('create_waiting'), null, 'cancel'],
    ['create', queued, held, 'waiting', task('create_waiting'), saved, 'cancel'],
    ['secret', queued, held, 'waiting', task('create_waiting'), `${saved} ${typeAgain}`, 'cancel'],
    ['create', queued, { backoff }, 'waiting', task('create_waiting'), null, 'cancel'],
    ['create', sending, named, 'busy', 'form_sendingKept', null, ''],
    ['create', sending, {}, 'busy', task('create_sent'), null, ''],
    ['create', lost, {}, 'busy', task('create_unknown'), DOWN, 'discard'],
    ['create', lost, { backoff }, 'busy', task('create_unknown'), null, 'discard'],
    ['create', lost, held, 'busy', task('create_unknown'), 'task_lookedFor', 'discard'],
    ['create', accepted, named, 'busy', 'form_createdUnseen', null, ''],
    ['create', accepted, {}, 'busy', task('create_done'), null, ''],
    ['create', refused, named, 'attention', task('create_refused'), OFFLINE, edited],
    ['secret', lacksPassword, {}, 'attention', task('passwordGone'), typeAgain, 'send discard'],
    ['create', unverifiable, {}, 'attention', task('create_unconfirmed'), 'task_choices', again],
    ['create', done, { ...named, report }, 'done', created, null, links],
    ['create', done, { report }, 'done', `${task('create_done')} · rating_good 87`, null, links],
    ['create', done, { ...named, report: null }, 'done', 'form_createdUnseen', null, ''],
    // Changes
    ['change', sending, named, 'busy', 'report_saving', null, ''],
    ['change', sending, {}, 'busy', task('change_sent'), null, ''],
    ['change', queued, held, 'waiting', 'batch_state_waiting', saved, 'cancel'],
    ['change', queued, { backoff }, 'waiting', task('change_waiting'), null, 'cancel'],
    ['change', refused, named, 'attention', OFFLINE, null, again],
    ['change', refused, {}, 'attention', task('change_refused'), OFFLINE, again],
    ['change', done, named, 'done', 'report_saved', null, ''],
    ['change', done, {}, 'done', task('change_done'), null, ''],
    ['change', gone, {}, 'attention', task('change_refused'), 'failure_gone_report', 'dismiss'],
    ['change', gone, named, 'attention', 'failure_gone_report advice_gone_report', null, 'dismiss'],
    // Updates
    ['update', sending, {}, 'busy', 'report_updating', null, ''],
    ['update', queued, { backoff }, 'waiting', task('change_waiting'), null, 'cancel'],
    ['update', done, {}, 'done', 'report_updated', null, 'open'],
    ['update', done, named, 'done', 'report_updated', null, ''],
    // Deletions
    ['delete', queued, {}, 'waiting', `list_deleted ${NAME}`, null, 'undo'],
    ['delete', queued, { backoff }, 'waiting', `list_deletePutOff ${NAME}`, null, 'undo'],
    ['delete', sending, {}, 'busy', `list_deleted ${NAME}`, null, ''],
    ['delete', refused, {}, 'attention', `list_deleteFailed ${NAME}`, OFFLINE, 'sendAgain dismiss'],
    ['delete', done, {}, 'done', `list_deleted ${NAME}`, null, ''],
  ])(
    'has tone, words and buttons for %s with status %j and %j',
    (subject, status, { backoff = null, ...facts }, tone, words, reason, verbs) => {
      const line = lineOf(operation(subject, status, facts), { backoff, isBackoffShown: true });
      const { sentence } = line;
      const buttons = line.verbs.join(' ');
      expect([line.tone, sentence, line.reason, buttons]).toEqual([tone, words, reason, verbs]);
    },
  );

  it('gives the failure as its reason if the line of the backoff does not', () => {
    const facts = { backoff, isBackoffShown: false };
    expect(lineOf(operation('create', queued), facts).reason).toBe('failure_offline');
    expect(lineOf(operation('create', lost), facts).reason).toMatch(/^task_wasDown 503/);
  });

  it('omits words of the service that a form field already shows', () => {
    const status: Status = { ...refused, failure: invalid };
    const said = (shownFields: string[]) =>
      lineOf(operation('create', status), { backoff: null, isBackoffShown: true, shownFields })
        .reason;
    expect(said([])).toContain('Unknown host.');
    expect(said(['url'])).toBe('failure_invalid');
  });

  it.each([
    ['create', true],
    ['update', true],
    ['change', false],
    ['delete', false],
  ] as const)(
    'names the way of fetching the page if it was requested: %s %s',
    (subject, isSaid) => {
      const failure: Failure = { code: 'pageFailed', message: 'Connection refused' };
      const line = lineOf(operation(subject, { ...refused, failure }), {
        backoff: null,
        isBackoffShown: true,
      });
      expect(line.reason?.includes('advice_port80')).toBe(isSaid);
    },
  );

  const page = { address: 'https://host.example/', result: null };
  it.each<[keyof typeof subjects, Status, Partial<PageOperation>, Line['about']]>([
    ['update', sending, {}, page],
    ['update', done, {}, { ...page, result: 'rating_good 87' }],
    ['update', done, named, null],
    ['update', refused, {}, null],
    ['create', done, named, null],
  ])(
    'names the address only if neither its sentence nor the page does: %s, %j, %j',
    (subject, status, facts, about) => {
      expect(
        lineOf(operation(subject, status, facts), { backoff: null, isBackoffShown: true }).about,
      ).toEqual(about);
    },
  );

  it('shows the requested privacy until the operation is done', () => {
    const privacy = (subject: keyof typeof subjects, status: Status) =>
      lineOf(operation(subject, status), { backoff: null, isBackoffShown: true }).privacy;
    expect([
      privacy('create', sending),
      privacy('change', sending),
      privacy('update', sending),
    ]).toEqual([1, 0, null]);
    expect(privacy('create', done)).toBeNull();
  });
});

function operation(
  subject: keyof typeof subjects,
  status: Status,
  facts: Partial<PageOperation> = {},
): PageOperation {
  return { id: 'a', subject: subjects[subject], status, isNamed: false, report, ...facts };
}
