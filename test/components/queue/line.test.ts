import { describe, expect, it, vi } from 'vitest';
import { type Line, lineOf, type TableCells, tableCellsOf } from '@/components/queue/line';
import type { LineFacts } from '@/components/queue/line-table';
import type { PageOperation, Tone } from '@/components/queue/page-operation';
import type { Failure } from '@/lib/failure';
import { newOperation } from '@/lib/jobs/operation';
import type { Backoff, Status } from '@/lib/jobs/types';
import { referTo } from '@/lib/report/report-reference';
import { useMessageKeys } from '../../support/message-keys';
import { sampleBackoff } from '../../support/sample-job';
import { sampleReport } from '../../support/sample-report';

useMessageKeys({ withValues: true });
// A time before the end of each backoff.
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
  facts: Partial<PageOperation> & Partial<Pick<LineFacts, 'backoff' | 'isFirst'>>,
  tone: Tone,
  words: string,
  reason: string | null,
  verbs: string,
];

const NEXT = { isNext: true };
const FIRST_IN_BACKOFF = { isFirst: true, backoff };
const TAKEN_BACK = { isTakenBack: true };
const CREATED = 'form_created rating_good 87';
const UNSEEN = 'form_createdUnseen';
const CREATING = 'batch_state_sending';
const SAVED = 'operation_saved';
const ENTER_PASSWORD = 'operation_enterPassword';
const OFFLINE = 'failure_offline advice_offline';
const LOOKED_FOR = 'operation_lookedFor';
const DOWN = `operation_wasDown 503 ${LOOKED_FOR}\nservice_says \u2068Soon\u2069`;
const [SEND_AGAIN, SEND_AGAIN_OR_EDIT, LINKS] = [
  'sendAgain discard',
  'sendAgain edit discard',
  'openReport copyLink',
];
const operationText = (words: string) => `operation_${words} ${NAME}`;
const WAITING = operationText('create_waiting');

describe('the line of an operation', () => {
  it.each<Case>([
    // Creations
    ['create', queued, NEXT, 'busy', CREATING, null, ''],
    ['create', queued, {}, 'waiting', WAITING, null, 'cancel'],
    ['create', queued, FIRST_IN_BACKOFF, 'waiting', WAITING, SAVED, 'cancel'],
    [
      'secret',
      queued,
      FIRST_IN_BACKOFF,
      'waiting',
      WAITING,
      `${SAVED} ${ENTER_PASSWORD}`,
      'cancel',
    ],
    ['create', queued, { backoff }, 'waiting', WAITING, null, 'cancel'],
    ['create', sending, {}, 'busy', CREATING, null, ''],
    ['create', sending, { isFirst: true }, 'busy', 'form_sendingKept', null, ''],
    ['create', unverified, {}, 'busy', operationText('create_unknown'), DOWN, 'discard'],
    [
      'create',
      unverified,
      { backoff },
      'busy',
      operationText('create_unknown'),
      LOOKED_FOR,
      'discard',
    ],
    ['create', accepted, {}, 'busy', UNSEEN, null, ''],
    [
      'create',
      refused,
      {},
      'attention',
      operationText('create_refused'),
      OFFLINE,
      SEND_AGAIN_OR_EDIT,
    ],
    [
      'secret',
      lacksPassword,
      {},
      'attention',
      operationText('passwordGone'),
      ENTER_PASSWORD,
      'send discard',
    ],
    [
      'create',
      unverifiable,
      {},
      'attention',
      operationText('create_unconfirmed'),
      'operation_choices',
      SEND_AGAIN,
    ],
    ['create', done, { report }, 'done', CREATED, null, LINKS],
    ['create', done, { report: null }, 'done', UNSEEN, null, ''],
    ['create', sending, TAKEN_BACK, 'busy', operationText('create_unknown'), null, ''],
    ['create', unverified, TAKEN_BACK, 'busy', operationText('create_unknown'), DOWN, ''],
    ['create', accepted, TAKEN_BACK, 'busy', UNSEEN, null, ''],
    ['create', done, TAKEN_BACK, 'done', CREATED, 'operation_create_beforeCancel', LINKS],
    [
      'create',
      uncertain,
      TAKEN_BACK,
      'attention',
      operationText('create_unconfirmed'),
      'operation_create_mayExist',
      'dismiss',
    ],
    // Changes
    ['change', queued, NEXT, 'busy', 'report_saving', null, ''],
    ['change', sending, {}, 'busy', 'report_saving', null, ''],
    [
      'change',
      queued,
      FIRST_IN_BACKOFF,
      'waiting',
      operationText('change_waiting'),
      SAVED,
      'cancel',
    ],
    ['change', queued, { backoff }, 'waiting', operationText('change_waiting'), null, 'cancel'],
    ['change', refused, {}, 'attention', operationText('change_refused'), OFFLINE, SEND_AGAIN],
    ['change', done, {}, 'done', 'report_saved', null, ''],
    [
      'change',
      gone,
      {},
      'attention',
      operationText('change_refused'),
      'failure_gone_report',
      'dismiss',
    ],
    ['change', sending, TAKEN_BACK, 'busy', operationText('change_unknown'), null, ''],
    ['change', undecided, TAKEN_BACK, 'busy', operationText('change_unknown'), null, ''],
    ['change', done, TAKEN_BACK, 'done', 'report_saved', 'operation_cancelTooLate', ''],
    // Updates
    ['update', queued, NEXT, 'busy', 'report_updating', null, ''],
    ['update', sending, {}, 'busy', 'report_updating', null, ''],
    ['update', queued, { backoff }, 'waiting', operationText('results_waiting'), null, 'cancel'],
    ['update', refused, {}, 'attention', operationText('results_refused'), OFFLINE, SEND_AGAIN],
    ['update', done, {}, 'done', 'report_updated', null, 'open'],
    ['update', done, { report: null }, 'done', 'report_updated', null, ''],
    ['update', sending, TAKEN_BACK, 'busy', operationText('results_unknown'), null, ''],
    ['update', done, TAKEN_BACK, 'done', 'report_updated', 'operation_cancelTooLate', 'open'],
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
    (subject, status, {
      backoff = null,
      isFirst = false,
      ...facts
    }, tone, words, reason, verbs) => {
      const line = lineOf(operation(subject, status, facts), { backoff, isFirst });
      const { sentence } = line;
      const buttons = line.verbs.join(' ');
      expect([line.tone, sentence, line.reason, buttons]).toEqual([tone, words, reason, verbs]);
    },
  );

  it('omits words of the service that a form field already shows', () => {
    const status: Status = { ...refused, failure: invalid };
    const reasonWith = (shownFields: string[]) =>
      lineOf(operation('create', status), { shownFields }).reason;
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
      const line = lineOf(operation(subject, { ...refused, failure }));
      expect(line.reason?.includes('advice_port80')).toBe(mentionsPort);
    },
  );

  const page = { address: 'https://host.example/', result: null };
  it.each<[keyof typeof subjects, Status, Line['about']]>([
    ['create', sending, page],
    ['create', done, page],
    ['create', refused, null],
    ['change', sending, page],
    ['change', done, page],
    ['update', sending, page],
    ['update', done, { ...page, result: 'rating_good 87' }],
    ['update', refused, null],
    ['delete', done, null],
  ])('has the address and result that its sentence lacks: %s, %j', (subject, status, about) => {
    expect(lineOf(operation(subject, status)).about).toEqual(about);
  });

  it('shows the requested privacy until the operation is done', () => {
    const privacy = (subject: keyof typeof subjects, status: Status) =>
      lineOf(operation(subject, status)).privacy;
    expect([
      privacy('create', sending),
      privacy('change', sending),
      privacy('update', sending),
    ]).toEqual([1, 0, null]);
    expect(privacy('create', done)).toBeNull();
  });
});

describe('the cells of an operation in the table of a batch', () => {
  it.each<[Status, Backoff | null, TableCells]>([
    [queued, null, { word: 'waiting', tone: 'waiting', reason: null }],
    [queued, backoff, { word: 'waiting', tone: 'waiting', reason: 'failure_offline' }],
    [sending, null, { word: 'sending', tone: 'busy', reason: null }],
    [
      unverified,
      backoff,
      {
        word: 'checking',
        tone: 'busy',
        reason: 'operation_wasDown 503\nservice_says \u2068Soon\u2069',
      },
    ],
    [refused, null, { word: 'failed', tone: 'attention', reason: OFFLINE }],
    [unverifiable, null, { word: 'unconfirmed', tone: 'attention', reason: 'operation_choices' }],
    [{ name: 'cancelled' }, null, { word: 'cancelled', tone: 'done', reason: null }],
    [done, null, { word: 'done', tone: 'done', reason: null }],
  ])('are right for the status %j and the backoff %j', (status, backoff, { word, ...cells }) => {
    const creation = { ...newOperation(subjects.create), status };
    expect(tableCellsOf(creation, backoff)).toEqual({ word: `batch_state_${word}`, ...cells });
  });
});

function operation(
  subject: keyof typeof subjects,
  status: Status,
  facts: Partial<PageOperation> = {},
): PageOperation {
  return { id: 'a', subject: subjects[subject], status, isNext: false, report, ...facts };
}
