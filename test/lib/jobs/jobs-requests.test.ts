import { describe, expect, it, vi } from 'vitest';
import type { Failure } from '@/lib/failure';
import type { Edits } from '@/lib/jobs/edits';
import { executeRequests } from '@/lib/jobs/jobs-requests';
import type { JobsShell } from '@/lib/jobs/jobs-shell';
import { entryAt } from '@/lib/jobs/jobs-state';
import type { ReadList, Reads } from '@/lib/jobs/reads';
import type {
  Command,
  Creation,
  Edit,
  Entry,
  JobState,
  JobsEvent,
  JobsState,
  UnverifiedCreation,
} from '@/lib/jobs/types';
import type { ReportList } from '@/lib/report/report';
import { NEWEST_QUERY, RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import type { Result } from '@/lib/result';
import { createFakeClient, listOf } from '../../support/fake-client';
import { FAILURES } from '../../support/sample-failures';
import { creation, unverifiedCreation, update } from '../../support/sample-job';
import { settle } from '../../support/wait-until';
import { jobOf, MOMENT, NOW, stateOf } from './sample-state';

interface Options {
  /** The answer to each list. */
  listAnswer?: (query: ReportQuery) => Result<ReportList>;
  missing?: Failure | null;
  password?: () => Promise<string | undefined>;
  newestList?: JobsState['newestList'];
}

/** Executes commands of these jobs without a reducer. `events` are the dispatched events. */
function start(jobs: readonly JobState[], options: Options = {}) {
  const {
    listAnswer = () => ({ value: listOf() }),
    missing = null,
    password = async () => undefined,
    newestList = null,
  } = options;
  const events: JobsEvent[] = [];
  let state: JobsState = { ...stateOf(...jobs), newestList };
  const executors: ((command: Command) => void)[] = [];
  const shell: JobsShell = {
    state: () => state,
    moment: () => MOMENT,
    dispatch: (event) => void events.push(event),
    onCommand: (execute) => void executors.push(execute),
    onChange() {},
  };
  const list = vi.fn(
    async (query: ReportQuery): Promise<ReadList> => ({
      query,
      page: 1,
      isPrivate: false,
      requestedAt: NOW,
      readAt: '',
      list: listAnswer(query),
    }),
  );
  const client = createFakeClient();
  const edits = {
    request: vi.fn<Edits['request']>(async () => ({ result: { value: null }, isGone: false })),
    readUndecided: vi.fn<Edits['readUndecided']>(async () => ({ failure: FAILURES['404'] })),
  };
  executeRequests({
    shell,
    storage: { password },
    client,
    reads: { list: list as Reads['list'] },
    edits,
    written: { note() {} },
    missingPermission: async () => missing,
    keepAwake: (work) => work,
    signal: new AbortController().signal,
  });
  function entryOf(id: string): Entry {
    const entry = entryAt(state.jobs, id, 0);
    if (entry === undefined) throw new Error(`There is no job ${id}`);
    return entry;
  }
  return {
    events,
    list,
    client,
    edits,
    /** Returns the queries of all lists. */
    queries: () => list.mock.calls.map(([query]) => query),
    async execute(
      kind: 'prepare' | 'send' | 'lookUp',
      id: string,
      password: string | null = null,
    ): Promise<void> {
      const entry = entryOf(id);
      const sendable = entry as Entry<Creation | Edit>;
      const commands = {
        prepare: { kind: 'prepare', entry: sendable },
        send: { kind: 'send', entry: sendable, password },
        lookUp: { kind: 'lookUp', entry: entry as Entry<UnverifiedCreation> },
      } as const;
      for (const execute of executors) execute(commands[kind]);
      await settle();
    },
    setJobs(...next: JobState[]): void {
      state = { ...state, jobs: stateOf(...next).jobs };
    },
  };
}

const single = (id: string, path = id) =>
  jobOf(id, [creation({ url: `https://host.example/${path}` })]);
const withPassword = jobOf('p', [creation({ privacy: 2 })]);

describe('the preparation of a request', () => {
  it('reads a list for the baseline of a creation, unless a fresh list is known', async () => {
    const without = start([single('s')]);
    await without.execute('prepare', 's');
    expect(without.queries()).toEqual([RECENT_REPORTS_QUERY]);
    const preparation = { kind: 'ready', canUseList: true };
    expect(without.events).toEqual([{ type: 'prepared', operationId: 's-0', preparation }]);
    const fresh = start([single('s')], { newestList: { requestedAt: NOW, highest: '7' } });
    await fresh.execute('prepare', 's');
    expect(fresh.queries()).toEqual([]);
    expect(fresh.events).toEqual([{ type: 'prepared', operationId: 's-0', preparation }]);
  });

  it('reads no list for an edit, or for a creation that is sent again', async () => {
    const again = jobOf('s', [creation({}, { attempts: 1, baseline: '7' })]);
    const { execute, list } = start([again, jobOf('e', [update()])]);
    await execute('prepare', 's');
    await execute('prepare', 'e');
    expect(list).not.toHaveBeenCalled();
  });

  it('shares a list among simultaneous creations, and reads a failed list again', async () => {
    const failing = { listAnswer: () => ({ failure: FAILURES.unreachable }) };
    const { execute, list, events } = start([single('s'), single('t')], failing);
    await Promise.all([execute('prepare', 's'), execute('prepare', 't')]);
    expect(list).toHaveBeenCalledOnce();
    await execute('prepare', 's');
    expect(list).toHaveBeenCalledTimes(2);
    const preparation = { kind: 'failed', missingPermission: null };
    expect(events[0]).toEqual({ type: 'prepared', operationId: 's-0', preparation });
  });

  it('continues without a baseline if the service refuses the list', async () => {
    const { execute, events } = start([single('s')], {
      listAnswer: () => ({ failure: FAILURES['422'] }),
    });
    await execute('prepare', 's');
    expect(events).toMatchObject([{ preparation: { kind: 'ready', canUseList: false } }]);
  });

  it('fails without the host permission', async () => {
    const missing = FAILURES['a missing permission'];
    const { execute, events } = start([jobOf('e', [update()])], { missing });
    await execute('prepare', 'e');
    expect(events).toMatchObject([{ preparation: { kind: 'failed', missingPermission: missing } }]);
  });

  it.each<[string, NonNullable<Options['password']>, object]>([
    ['is stored', async () => 'secret', { kind: 'ready', password: 'secret' }],
    ['is lost', async () => undefined, { kind: 'lostPassword' }],
    [
      'cannot be read',
      () => Promise.reject(new Error('I/O error')),
      { kind: 'failed', missingPermission: { code: 'notStored' } },
    ],
  ])('has the correct outcome if the password %s', async (_, password, preparation) => {
    const { execute, events } = start([withPassword], { password });
    await execute('prepare', 'p');
    expect(events).toMatchObject([{ type: 'prepared', operationId: 'p-0', preparation }]);
  });
});

describe('a request', () => {
  it('of a creation sends address, privacy and password, and passes on the report', async () => {
    const { client, events, execute } = start([withPassword]);
    await execute('send', 'p', 'secret');
    const sent = { url: 'https://host.example/page', privacy: 2, password: 'secret' };
    expect(client.create).toHaveBeenCalledExactlyOnceWith(sent, expect.anything());
    const answer = { result: { value: { id: '3' } }, isGone: false };
    expect(events.at(-1)).toMatchObject({ type: 'answered', operationId: 'p-0', answer });
  });

  it('of an edit passes on the answer', async () => {
    const { edits, events, execute } = start([jobOf('e', [update()])]);
    await execute('send', 'e');
    expect(edits.request).toHaveBeenCalledOnce();
    const answer = { result: { value: null }, isGone: false };
    expect(events).toEqual([{ type: 'answered', operationId: 'e-0', answer }]);
  });
});

describe('a lookup', () => {
  const lookedUp = (lookups: number, failedDecisions?: number) =>
    jobOf('u', [
      unverifiedCreation(lookups, failedDecisions === undefined ? {} : { failedDecisions }, {
        baseline: '7',
      }),
    ]);
  const own = { ...NEWEST_QUERY, perPage: 25, search: 'host.example/page' };

  it('reads the list of the page, and also the newest list if the lookup decides', async () => {
    const first = start([lookedUp(0)]);
    await first.execute('lookUp', 'u');
    expect(first.queries()).toEqual([own]);
    const deciding = start([lookedUp(4)]);
    await deciding.execute('lookUp', 'u');
    expect(deciding.queries()).toEqual([own, NEWEST_QUERY]);
  });

  it('reads no newest list if the list of the page shows the report', async () => {
    const deciding = lookedUp(4);
    const { execute, events, queries, setJobs } = start([deciding], {
      listAnswer() {
        setJobs();
        return { value: listOf() };
      },
    });
    await execute('lookUp', 'u');
    expect(queries()).toEqual([own]);
    expect(events).toEqual([{ type: 'lookedUp', operationId: 'u-0', lists: null }]);
  });

  it.each<[string, JobState, keyof typeof FAILURES, number]>([
    ['reads no newest list after a failure of the whole service', lookedUp(4), '500', 1],
    ['reads the newest list after a failure of the list of the page', lookedUp(4), '422', 2],
    [
      'reads no newest list again before the list of the page has succeeded',
      lookedUp(4, 1),
      '422',
      1,
    ],
  ])('%s', async (_, job, name, lists) => {
    const { execute, queries } = start([job], {
      listAnswer: (query) =>
        query.perPage === 25 ? { failure: FAILURES[name] } : { value: listOf() },
    });
    await execute('lookUp', 'u');
    expect(queries()).toHaveLength(lists);
  });

  it('reads a newest list again after the list of the page has succeeded', async () => {
    const { execute, queries } = start([lookedUp(4, 1)]);
    await execute('lookUp', 'u');
    expect(queries()).toEqual([own, NEWEST_QUERY]);
  });
});
