import { type Failure, isServiceWide } from '@/lib/failure';
import { Privacy } from '@/lib/report/privacy';
import { type ReportList, withoutDetails } from '@/lib/report/report';
import { NEWEST_QUERY, RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { hasFailed, type Result } from '@/lib/result';
import type { ServiceClient } from '@/lib/service/client';
import { hasFreshList, needsBaseline } from './baselines';
import type { Edits } from './edits';
import { entryId, isEditEntry } from './entry';
import type { JobsShell } from './jobs-shell';
import { currentEntry } from './jobs-state';
import type { JobsStorage } from './jobs-storage';
import { lookupQuery } from './lookup';
import { isIn, privacyOf } from './operation';
import type { Reads } from './reads';
import * as steps from './steps';
import type {
  Answer,
  Command,
  Creation,
  Edit,
  Entry,
  LookupLists,
  Preparation,
  UnverifiedCreation,
} from './types';
import type { WrittenReports } from './written-reports';

interface RequestTools {
  shell: JobsShell;
  storage: Pick<JobsStorage, 'password'>;
  client: ServiceClient;
  reads: Pick<Reads, 'list'>;
  edits: Edits;
  written: Pick<WrittenReports, 'note'>;
  /** Resolves with a failure if the host permission is missing, otherwise with null. */
  missingPermission(): Promise<Failure | null>;
  /** Keeps the worker running until the work has ended. */
  keepAwake<T>(work: Promise<T>): Promise<T>;
  signal: AbortSignal;
}

/** A failure of the browser's storage before a request. */
const NOT_READ: Failure = { code: 'notStored' };

/** Executes the commands of a shell that need requests to the service. */
export function executeRequests(tools: RequestTools): void {
  const { shell, storage, client, reads, edits, written, missingPermission, signal } = tools;
  let readingBaseline: Promise<Result<ReportList>> | null = null;

  async function readList(query: ReportQuery, entry: Entry): Promise<Result<ReportList>> {
    const requester = { operationId: entryId(entry), isPrivate: entry.job.isPrivate };
    return (await reads.list(query, requester)).list;
  }

  /** Reads a list for the baseline of a creation. Creations that need a list share the read. */
  async function readBaseline(entry: Entry): Promise<Result<ReportList> | null> {
    if (hasFreshList(shell.state(), shell.moment())) return null;
    readingBaseline ??= readList(RECENT_REPORTS_QUERY, entry).finally(() => {
      readingBaseline = null;
    });
    return readingBaseline;
  }

  async function prepare(entry: Entry<Creation | Edit>): Promise<Preparation> {
    const { operation, job } = entry;
    const list = needsBaseline(entry) ? await readBaseline(entry) : null;
    const failure = list !== null && hasFailed(list) ? list.failure : null;
    if (failure !== null && isServiceWide(failure)) {
      return { kind: 'failed', missingPermission: null };
    }
    const missing = await missingPermission();
    if (missing !== null) return { kind: 'failed', missingPermission: missing };
    const canUseList = failure === null;
    if (privacyOf(operation.subject) !== Privacy.Password) return { kind: 'ready', canUseList };
    const password = await storage.password(job.id);
    return password === undefined
      ? { kind: 'lostPassword' }
      : { kind: 'ready', canUseList, password };
  }

  async function send({ entry, password }: Extract<Command, { kind: 'send' }>): Promise<Answer> {
    if (isEditEntry(entry)) return edits.request(entry, password);
    const { url, privacy } = (entry as Entry<Creation>).operation.subject;
    const result = await client.create({ url, privacy, ...(password && { password }) }, signal);
    if (hasFailed(result)) return { result, isGone: false };
    const details = result.value;
    if (details !== null) written.note(details, false);
    return { result: { value: details && withoutDetails(details) }, isGone: false };
  }

  /** Reads the lists of a lookup. Returns null if another list has shown the report during the lookup. */
  async function lookUp(entry: Entry<UnverifiedCreation>): Promise<LookupLists | null> {
    const isUnverified = () => {
      const current = currentEntry(shell.state().jobs, entry);
      return current !== undefined && isIn(current.operation, 'unverified');
    };
    const { operation } = entry;
    const own = await readList(lookupQuery(operation), entry);
    if (!isUnverified()) return null;
    const hasFailedBefore = operation.status.failedDecisions !== undefined;
    const isUncertain = hasFailed(own) && (isServiceWide(own.failure) || hasFailedBefore);
    if (!steps.isDeciding(operation) || isUncertain) return { own, newest: null };
    // A search may miss the report: services change addresses, and have their own search rules.
    return { own, newest: await readList(NEWEST_QUERY, entry) };
  }

  function execute(command: Command): void {
    switch (command.kind) {
      case 'prepare': {
        const operationId = entryId(command.entry);
        run(
          prepare(command.entry),
          (preparation) => shell.dispatch({ type: 'prepared', operationId, preparation }),
          { kind: 'failed', missingPermission: NOT_READ },
        );
        break;
      }
      case 'send': {
        const operationId = entryId(command.entry);
        run(send(command), (answer) => shell.dispatch({ type: 'answered', operationId, answer }), {
          result: { failure: NOT_READ },
          isGone: false,
        });
        break;
      }
      case 'lookUp': {
        const operationId = entryId(command.entry);
        run(
          lookUp(command.entry),
          (lists) => shell.dispatch({ type: 'lookedUp', operationId, lists }),
          null,
        );
        break;
      }
      case 'check': {
        const operationId = entryId(command.entry);
        run(
          edits.readUndecided(command.entry),
          (read) => shell.dispatch({ type: 'checked', operationId, read }),
          { failure: NOT_READ },
        );
        break;
      }
    }
  }

  /** @param otherwise the result if the browser's storage fails */
  function run<T>(work: Promise<T>, end: (result: T) => void, otherwise: T): void {
    void tools.keepAwake(work).then(end, () => end(otherwise));
  }

  shell.onCommand(execute);
}
