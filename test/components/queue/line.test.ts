import { describe, expect, it, vi } from 'vitest';
import { type Line, lineOf } from '@/components/queue/line';
import type { PageOperation, Tone } from '@/components/queue/page-operation';
import type { Failure } from '@/lib/failure';
import type { Backoff, Status } from '@/lib/jobs/types';
import { referTo } from '@/lib/report/report-reference';
import { useMessageKeys } from '../../support/message-keys';
import { sampleBackoff } from '../../support/sample-job';
import { sampleReport } from '../../support/sample-report';

useMessageKeys({ withValues: true });
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
const unverified: Status = { name: 'unverified', lookups: 0, lookupAt: '', failure: down };
const accepted: Status = { ...unverified, failure: null };
const refused: Status = { name: 'needsAttention', reason: 'refused', failure: offline };
const unverifiable: Status = { ...refused, reason: 'unverifiable' };
const lacksPassword: Status = { name: 'needsAttention', reason: 'password', failure: null };
const done: Status = { name: 'done', report: null };
const gone: Status = { name: 'gone' };
const undecided: Status = { name: 'sending', isUndecided: true };
const uncertain: Status = { name: 'cancelled', mayExist: true };

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

const NAMED = { isNamed: true };
const NAMED_IN_BACKOFF = { ...NAMED, backoff };
const TAKEN_BACK = { isTakenBack: true };
const CREATED = 'form_created rating_good 87';
const SAVED = 'task_saved';
const ENTER_PASSWORD = 'task_enterPassword';
const OFFLINE = 'failure_offline advice_offline';
const DOWN = 'task_wasDown 503\nservice_says \u2068Soon\u2069';
const [SEND_AGAIN, SEND_AGAIN_OR_EDIT, LINKS] = [
  'sendAgain discard',
  'sendAgain edit discard',
  'openReport copyLink',
];
const taskText = (words: string) => `task_${words} ${NAME}`;

describe('the line of an operation', () => {
  it.each<Case>([
    // Creations
    ['create', queued, NAMED, 'busy', 'form_sendingKept', null, ''],
    ['create', queued, {}, 'waiting', taskText('create_waiting'), null, 'cancel'],
    ['create', queued, NAMED_IN_BACKOFF, 'waiting', taskText('create_waiting'), SAVED, 'cancel'],
    [
      'secret',
      queued,
      NAMED_IN_BACKOFF,
      'waiting',
      taskText('create_waiting'),
      `${SAVED} ${ENTER_PASSWORD}`,
      'cancel',
    ],
    ['create', queued, { backoff }, 'waiting', taskText('create_waiting'), null, 'cancel'],
    ['create', sending, NAMED, 'busy', 'form_sendingKept', null, ''],
    ['create', sending, {}, 'busy', taskText('create_sent'), null, ''],
    ['create', unverified, {}, 'busy', taskText('create_unknown'), DOWN, 'discard'],
    ['create', unverified, { backoff }, 'busy', taskText('create_unknown'), null, 'discard'],
    [
      'create',
      unverified,
      NAMED_IN_BACKOFF,
      'busy',
      taskText('create_unknown'),
      'task_lookedFor',
      'discard',
    ],
    ['create', accepted, NAMED, 'busy', 'form_createdUnseen', null, ''],
    ['create', accepted, {}, 'busy', taskText('create_done'), null, ''],
    [
      'create',
      refused,
      NAMED,
      'attention',
      taskText('create_refused'),
      OFFLINE,
      SEND_AGAIN_OR_EDIT,
    ],
    [
      'secret',
      lacksPassword,
      {},
      'attention',
      taskText('passwordGone'),
      ENTER_PASSWORD,
      'send discard',
    ],
    [
      'create',
      unverifiable,
      {},
      'attention',
      taskText('create_unconfirmed'),
      'task_choices',
      SEND_AGAIN,
    ],
    ['create', done, { ...NAMED, report }, 'done', CREATED, null, LINKS],
    [
      'create',
      done,
      { report },
      'done',
      `${taskText('create_done')} · rating_good 87`,
      null,
      LINKS,
    ],
    ['create', done, { ...NAMED, report: null }, 'done', 'form_createdUnseen', null, ''],
    ['create', sending, TAKEN_BACK, 'busy', taskText('create_unknown'), null, ''],
    ['create', unverified, TAKEN_BACK, 'busy', taskText('create_unknown'), DOWN, ''],
    [
      'create',
      done,
      { ...TAKEN_BACK, report: null },
      'done',
      taskText('create_done'),
      'task_create_beforeCancel',
      '',
    ],
    [
      'create',
      uncertain,
      TAKEN_BACK,
      'attention',
      taskText('create_unconfirmed'),
      'task_create_mayExist',
      'dismiss',
    ],
    // Changes
    ['change', sending, NAMED, 'busy', 'report_saving', null, ''],
    ['change', sending, {}, 'busy', taskText('change_sent'), null, ''],
    ['change', queued, NAMED_IN_BACKOFF, 'waiting', 'batch_state_waiting', SAVED, 'cancel'],
    ['change', queued, { backoff }, 'waiting', taskText('change_waiting'), null, 'cancel'],
    ['change', refused, NAMED, 'attention', OFFLINE, null, SEND_AGAIN],
    ['change', refused, {}, 'attention', taskText('change_refused'), OFFLINE, SEND_AGAIN],
    ['change', done, NAMED, 'done', 'report_saved', null, ''],
    ['change', done, {}, 'done', taskText('change_done'), null, ''],
    ['change', gone, {}, 'attention', taskText('change_refused'), 'failure_gone_report', 'dismiss'],
    ['change', gone, NAMED, 'attention', 'failure_gone_report advice_gone_report', null, 'dismiss'],
    ['change', sending, TAKEN_BACK, 'busy', taskText('change_unknown'), null, ''],
    ['change', undecided, TAKEN_BACK, 'busy', taskText('change_unknown'), null, ''],
    ['change', done, TAKEN_BACK, 'done', taskText('change_done'), 'task_cancelTooLate', ''],
    // Updates
    ['update', sending, {}, 'busy', 'report_updating', null, ''],
    ['update', queued, { backoff }, 'waiting', taskText('change_waiting'), null, 'cancel'],
    ['update', done, {}, 'done', 'report_updated', null, 'open'],
    ['update', done, NAMED, 'done', 'report_updated', null, ''],
    // Deletions
    ['delete', queued, {}, 'waiting', `list_deleted ${NAME}`, null, 'undo'],
    ['delete', queued, { backoff }, 'waiting', `list_deletePutOff ${NAME}`, null, 'undo'],
    ['delete', sending, {}, 'busy', `list_deleted ${NAME}`, null, ''],
    ['delete', refused, {}, 'attention', `list_deleteFailed ${NAME}`, OFFLINE, 'sendAgain dismiss'],
    ['delete', done, {}, 'done', `list_deleted ${NAME}`, null, ''],
    ['delete', undecided, TAKEN_BACK, 'busy', `list_deleteUnknown ${NAME}`, null, ''],
    ['delete', done, TAKEN_BACK, 'done', `list_deleted ${NAME}`, 'list_undoTooLate', ''],
  ])(
    'has the right tone, words and buttons for the subject %s with the status %j and %j',
    (subject, status, { backoff = null, ...facts }, tone, words, reason, verbs) => {
      const line = lineOf(operation(subject, status, facts), { backoff, isBackoffShown: true });
      const { sentence } = line;
      const buttons = line.verbs.join(' ');
      expect([line.tone, sentence, line.reason, buttons]).toEqual([tone, words, reason, verbs]);
    },
  );

  it('states the failure of the backoff as its reason if the backoff has no line', () => {
    const facts = { backoff, isBackoffShown: false };
    expect(lineOf(operation('create', queued), facts).reason).toBe('failure_offline');
    expect(lineOf(operation('create', unverified), facts).reason).toMatch(/^task_wasDown 503/);
  });

  it('omits words of the service that a form field already shows', () => {
    const status: Status = { ...refused, failure: invalid };
    const reasonWith = (shownFields: string[]) =>
      lineOf(operation('create', status), { backoff: null, isBackoffShown: true, shownFields })
        .reason;
    expect(reasonWith([])).toContain('Unknown host.');
    expect(reasonWith(['url'])).toBe('failure_invalid');
  });

  it.each([
    ['create', true],
    ['update', true],
    ['change', false],
    ['delete', false],
  ] as const)(
    'mentions port 80 after a failed page only if the operation makes results: %s %s',
    (subject, mentionsPort) => {
      const failure: Failure = { code: 'pageFailed', message: 'Connection refused' };
      const line = lineOf(operation(subject, { ...refused, failure }), {
        backoff: null,
        isBackoffShown: true,
      });
      expect(line.reason?.includes('advice_port80')).toBe(mentionsPort);
    },
  );

  const page = { address: 'https://host.example/', result: null };
  it.each<[keyof typeof subjects, Status, Partial<PageOperation>, Line['about']]>([
    ['update', sending, {}, page],
    ['update', done, {}, { ...page, result: 'rating_good 87' }],
    ['update', done, NAMED, null],
    ['update', refused, {}, null],
    ['create', done, NAMED, null],
  ])(
    'has the address of the page only if neither its sentence nor the form names the page: %s, %j, %j',
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
