import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ConnectingEvent,
  type ConnectingState,
  currentStage,
  FIRST_CONNECTING_STATE,
  NO_CONNECTION,
  nextConnectingState,
  nextConnectionUse,
} from '@/components/settings/connecting-progress';
import type { Disconnected, DisconnectPress } from '@/components/settings/connection-press';
import type { CheckFailure, ConnectionCheck } from '@/lib/connection/check-steps';
import type { ConnectAnswers } from '@/lib/connection/connection';
import type { OpenJobsFailure } from '@/lib/failure';
import { SEED } from '../../simulation/property-runs';

const BASE_URL = 'https://host.example/s';
const ORIGIN = 'https://host.example';
const KEY = 'typed-key';
const CONNECTION_USE = { id: 'a', number: 1 };

const openJobs: OpenJobsFailure = {
  code: 'openJobs',
  creations: 3,
  changes: 0,
  deletions: 1,
  change: 'otherService',
};
const whichAccountFailure = (connectionId: string): CheckFailure => ({
  code: 'whichAccount',
  connectionId,
  baseUrl: BASE_URL,
  account: null,
  hasMoved: false,
});
const keyRefused: CheckFailure = { code: 'keyRefused', message: null };
const webPage: CheckFailure = { code: 'unexpectedAnswer', problem: 'html' };
const histories: Disconnected['histories'] = [
  { connectionId: 'a', identity: null, reports: 2, results: 1, marks: 0, bytes: 100 },
];

const enterUrl = (text: string): ConnectingEvent => ({ kind: 'baseUrlEntered', text });
const editKey = (hasKey: boolean): ConnectingEvent => ({ kind: 'keyEdited', hasKey });

interface SubmittedFields {
  baseUrl?: string;
  apiKey?: string;
  hasStoredKey?: boolean;
  isFirst?: boolean;
}

const connect = (fields: SubmittedFields = {}): ConnectingEvent => ({
  kind: 'connect',
  form: {
    connectionId: null,
    baseUrl: BASE_URL,
    apiKey: KEY,
    hasStoredKey: false,
    isFirst: true,
    headers: [],
    ...fields,
  },
});
const checked = (check: ConnectionCheck): ConnectingEvent => ({
  kind: 'checked',
  check,
  use: CONNECTION_USE,
});
const fail = (failure: CheckFailure) => checked({ state: 'failed', at: 'reports', failure });
const PASS = checked({ state: 'passed', baseUrl: ORIGIN });
const answer = (answers: ConnectAnswers = {}): ConnectingEvent => ({ kind: 'answered', answers });
const CANCEL: ConnectingEvent = { kind: 'cancelled' };

const disconnectPress = (): DisconnectPress => ({
  name: 'disconnect',
  connectionId: 'a',
  baseUrl: BASE_URL,
  isLast: true,
  result: null,
});
function disconnected(press: DisconnectPress, deletion: Disconnected['deletion'] = 'offered') {
  const value = { allowedHost: null, histories, deletion };
  return { kind: 'disconnected', press, result: { value }, use: CONNECTION_USE } as const;
}
const DELETE = { kind: 'deletion', histories, deletion: 'running' } as const;

const FILLED = [enterUrl(BASE_URL), editKey(true)];

function stateAfter(...events: ConnectingEvent[]): ConnectingState {
  return [...FILLED, ...events].reduce(nextConnectingState, FIRST_CONNECTING_STATE);
}

describe('nextConnectingState', () => {
  it.each<[behaviour: string, events: ConnectingEvent[], stage: object]>([
    ['checks the form', [connect()], { name: 'checking', request: { apiKey: KEY } }],
    ['has the stage `idle` after a check that passes', [connect(), PASS], { name: 'idle' }],
    [
      'has the stage `failed` after a check that fails',
      [connect(), fail(keyRefused)],
      { name: 'failed' },
    ],
    [
      'asks about open jobs if a check finds open jobs',
      [connect(), fail(openJobs)],
      { name: 'asking', question: { openJobs } },
    ],
    [
      'offers the origin if a web page is at the path',
      [connect(), fail(webPage)],
      { name: 'asking', question: { origin: ORIGIN } },
    ],
    [
      'checks the origin if a person accepts the offer',
      [connect(), fail(webPage), answer()],
      { name: 'checking', request: { baseUrl: ORIGIN, apiKey: KEY } },
    ],
    [
      'sends all answers that a person has given after a press of Connect',
      [
        connect(),
        fail(whichAccountFailure('a')),
        answer({ others: ['a'] }),
        fail(whichAccountFailure('b')),
        answer({ others: ['b'] }),
        fail(openJobs),
        answer({ keepsOpenJobs: true }),
      ],
      { name: 'checking', request: { others: ['a', 'b'], keepsOpenJobs: true } },
    ],
    [
      'has the stage `idle` after a person cancels a question',
      [connect(), fail(openJobs), CANCEL],
      { name: 'idle' },
    ],
  ])('%s', (_, events, stage) => {
    expect(stateAfter(...events).stage).toMatchObject(stage);
  });

  it('forgets earlier answers when Connect is pressed again', () => {
    const events = [connect(), fail(openJobs), answer({ dropsOpenJobs: true }), fail(keyRefused)];
    expect(stateAfter(...events, connect()).stage).toEqual(stateAfter(connect()).stage);
  });

  it('shows the checked address and empties the key field when a check passes', () => {
    const { typed } = stateAfter(connect(), PASS);
    expect([typed.baseUrl, typed.hasKey]).toEqual([ORIGIN, false]);
  });

  it('hides the key again when the key field becomes empty', () => {
    const show: ConnectingEvent = { kind: 'keyShown', isShown: true };
    expect(stateAfter(show, editKey(true)).typed.isKeyShown).toBe(true);
    for (const events of [[editKey(false)], [connect(), PASS]]) {
      expect(stateAfter(show, ...events).typed.isKeyShown).toBe(false);
    }
  });

  it('sets isFirstRun after the first connection, and resets it after Disconnect or another connection', () => {
    const press = disconnectPress();
    const first = stateAfter(connect(), PASS);
    expect(first.isFirstRun).toBe(true);
    const nextAfter = (...events: ConnectingEvent[]) => events.reduce(nextConnectingState, first);
    const later = { apiKey: '', hasStoredKey: true, isFirst: false };
    expect(nextAfter(connect(later), PASS).isFirstRun).toBe(true);
    const disconnecting = nextAfter({ kind: 'disconnect', press });
    expect(disconnecting.isFirstRun).toBe(true);
    expect(nextConnectingState(disconnecting, disconnected(press)).isFirstRun).toBe(false);
    const other = [editKey(true), connect({ isFirst: false })];
    expect(nextAfter(...other, fail(keyRefused)).isFirstRun).toBe(true);
    expect(nextAfter(...other, PASS).isFirstRun).toBe(false);
  });

  it('deletes the histories only while the result of Disconnect offers the deletion', () => {
    const press = disconnectPress();
    const asking = stateAfter({ kind: 'disconnect', press }, disconnected(press));
    const deleting = nextConnectingState(asking, DELETE);
    expect(deleting.stage).toMatchObject({ name: 'asking', question: { histories, isBusy: true } });
    const afterOtherPress = nextConnectingState(asking, connect());
    expect(nextConnectingState(afterOtherPress, DELETE)).toBe(afterOtherPress);
    expect(nextConnectingState(asking, CANCEL).stage.name).toBe('idle');
  });
});

const anyKey = fc.constantFrom('', KEY, ' other-key ', 'kéy–');
const anyUrl = fc.constantFrom('', 'host.example/s/', BASE_URL, 'http://nas.example', '/s');
const anyFailure = fc.constantFrom<CheckFailure[]>(
  openJobs,
  whichAccountFailure('b'),
  keyRefused,
  webPage,
);
const anyAnswers = fc.constantFrom<ConnectAnswers[]>({}, { keepsOpenJobs: true }, { sameAs: 'b' });

/** Events refer to these presses of Disconnect. The reply to a press may therefore be late. */
const PRESSES = [disconnectPress(), disconnectPress()];
const anyPress = fc.constantFrom(...PRESSES);

const anyEvent: fc.Arbitrary<ConnectingEvent> = fc.oneof(
  anyUrl.map(enterUrl),
  fc.boolean().map(editKey),
  fc.constantFrom<ConnectingEvent[]>(
    { kind: 'unencryptedAllowed', origin: 'http://nas.example' },
    { kind: 'headersEdited' },
    { kind: 'baseUrlLeft' },
    { kind: 'hostAllowed' },
    { kind: 'keyShown', isShown: true },
    CANCEL,
    PASS,
    DELETE,
  ),
  fc.record({ baseUrl: anyUrl, apiKey: anyKey, hasStoredKey: fc.boolean() }).map(connect),
  anyFailure.map(fail),
  anyAnswers.map(answer),
  anyPress.map((press): ConnectingEvent => ({ kind: 'disconnect', press })),
  anyPress.map((press): ConnectingEvent => disconnected(press)),
);

const EDITS = ['baseUrlEntered', 'keyEdited', 'unencryptedAllowed', 'headersEdited'];

interface Transition {
  before: ConnectingState;
  event: ConnectingEvent;
  after: ConnectingState;
  /** Whether a person has edited the form after the last press of Connect or the last answer. */
  isEdited: boolean;
}

/** Calls a function with each transition of random sequences of events. */
function forAnyTransition(expectRule: (transition: Transition) => void): void {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 20 }), (events) => {
      let state = stateAfter();
      let isEdited = false;
      for (const event of events) {
        const before = state;
        state = nextConnectingState(before, event);
        const hasBegun = state.stage.name === 'checking' && before.stage.name !== 'checking';
        isEdited = !hasBegun && (isEdited || EDITS.includes(event.kind));
        expectRule({ before, event, after: state, isEdited });
      }
    }),
    { ...SEED, numRuns: 1_000 },
  );
}

describe('any sequence of events', () => {
  it('leaves the stage `checking` only when the reply to the check arrives', () => {
    forAnyTransition(({ before, event, after }) => {
      if (before.stage.name !== 'checking' || event.kind === 'checked') return;
      expect(after.stage).toMatchObject({ name: 'checking', request: before.stage.request });
    });
  });

  it('asks no question after a check if the form was edited during the check', () => {
    forAnyTransition(({ after: { stage }, isEdited }) => {
      if (stage.name === 'asking' && stage.press.name === 'connect') expect(isEdited).toBe(false);
    });
  });

  it('empties the key field only when the check of the typed key passes', () => {
    forAnyTransition(({ before: { typed, stage }, event, after }) => {
      if (event.kind === 'keyEdited' || typed.hasKey === after.typed.hasKey) return;
      const edited = stage.name === 'checking' ? stage.edited : null;
      expect(event).toEqual(PASS);
      expect(edited?.includes('apiKey')).toBe(false);
    });
  });

  it('keeps an API key in a request only while the request may be sent', () => {
    forAnyTransition(({ after: { stage } }) => {
      const maySend = stage.name === 'checking' || stage.name === 'asking';
      if (!maySend) expect(JSON.stringify(stage)).not.toMatch(/-key/);
    });
  });

  it('ignores the reply to a press of Disconnect that another press has replaced', () => {
    forAnyTransition(({ before, event, after }) => {
      if (event.kind !== 'disconnected') return;
      const isAwaited = before.stage.name === 'disconnecting' && before.stage.press === event.press;
      if (!isAwaited) expect(after).toBe(before);
    });
  });

  it('sends the key over plain http only to the accepted origin', () => {
    forAnyTransition(({ after: { stage, typed } }) => {
      if (stage.name !== 'checking' || !stage.request.baseUrl.startsWith('http:')) return;
      expect(stage.request.allowsUnencrypted).toBe(true);
      if (stage.edited.length === 0) expect(typed.unencryptedOrigin).toBe('http://nas.example');
    });
  });
});

describe('currentStage', () => {
  const press = disconnectPress();
  const ids = fc.array(fc.constantFrom(undefined, 'a', 'b'), { maxLength: 6 });

  /** Returns the connection in use after other tabs have connected and disconnected. */
  const connectionAfter = (changes: readonly (string | undefined)[]) =>
    changes.reduce(nextConnectionUse, CONNECTION_USE);

  it('closes the question of a check when another connection is in use', () => {
    const asking = stateAfter(connect(), fail(openJobs));
    fc.assert(
      fc.property(ids, (changes) => {
        const isUnchanged = changes.every((id) => id === CONNECTION_USE.id);
        const { name } = currentStage(asking, connectionAfter(changes));
        expect(name).toBe(isUnchanged ? 'asking' : 'idle');
      }),
      SEED,
    );
  });

  it('shows the outcome of Disconnect until a service is connected, even for the same account', () => {
    const asking = stateAfter({ kind: 'disconnect', press }, disconnected(press));
    fc.assert(
      fc.property(ids, (changes) => {
        const isConnectedAgain = changes.some(
          (id, at) => id !== undefined && id !== (at === 0 ? CONNECTION_USE.id : changes[at - 1]),
        );
        const { press: shownPress } = currentStage(asking, connectionAfter(changes));
        expect(shownPress === null).toBe(isConnectedAgain);
      }),
      SEED,
    );
  });

  it('shows a failed check, whichever connection is in use', () => {
    const failed = stateAfter(connect(), fail(keyRefused));
    fc.assert(
      fc.property(ids, (changes) => {
        expect(currentStage(failed, connectionAfter(changes)).name).toBe('failed');
      }),
      SEED,
    );
  });

  it('numbers the first connection after no connection', () => {
    expect(nextConnectionUse(NO_CONNECTION, undefined)).toBe(NO_CONNECTION);
    expect(nextConnectionUse(NO_CONNECTION, 'a')).toEqual(CONNECTION_USE);
  });
});
