import type { Clock } from '@/lib/jobs/clock';
import { reduce } from '@/lib/jobs/reduce';
import type { Command, JobsEvent, JobsState, Operation } from '@/lib/jobs/types';
import type { Report } from '@/lib/report/report';
import { createModelService, type ModelService } from './model-service';
import { createModelStorage, type ModelStorage } from './model-storage';
import type { WriteRequest, WriteResult } from './network';
import { type Call, createPerson, type Person } from './person';
import type { Process, ProcessTools, ServiceRequest } from './requests';
import type { Outage, ReadOutcome, Scenario, WriteOutcome } from './scenario';

/** The jobs of one connection with service, storage, browser and person. Only steps change a model. */
export interface Model {
  reduce: typeof reduce;
  service: ModelService;
  storage: ModelStorage;
  person: Person;
  /** Milliseconds since the epoch. */
  now: number;
  isOnline: boolean;
  /** Whether the extension has the permission for the service's host. */
  isAllowed: boolean;
  outage: { until: number; answer: Outage } | null;
  /** The planned outcomes that no request or storage call has used. */
  plannedOutcomes: {
    creations: WriteOutcome[];
    edits: WriteOutcome[];
    reads: ReadOutcome[];
    storage: boolean[];
  };
  /** Null while the browser has stopped the worker. */
  worker: Worker | null;
  /** The alarm of a stopped worker; null for none. */
  alarmAt: number | null;
  pendingCalls: PendingCall[];
  /** The final state of each finished operation, by operation id. */
  finishedOperations: Map<string, Operation>;
  /** Ids of undecided edits for which a read of the report had an unreadable answer. */
  editsWithUnreadableRead: Set<string>;
  /**
   * Creations whose last answer was unreadable or had no report, by operation id. The value is the number
   * of retries before the request.
   */
  creationsWithUnreadableAnswer: Map<string, number>;
  /** Ids of creations to which the service has answered that it cannot fetch the page. */
  notFetched: Set<string>;
  violations: Set<string>;
  /** Null if the log is not written. */
  log: string[] | null;
}

/** The memory of a worker. */
export interface Worker {
  state: JobsState;
  clock: Clock;
  events: JobsEvent[];
  isDispatching: boolean;
  /** The calls of extension pages that have no reply yet, in order. */
  calls: Call[];
  /** Whether the worker has begun to process the first call. */
  isProcessingCall: boolean;
  tools: ProcessTools;
  /** The processes that wait for the list of a baseline. */
  waitingForBaseline: RunningProcess[];
}

export interface RunningProcess {
  name: string;
  process: Process;
}

/** An asynchronous call that has not ended. */
export type PendingCall =
  | { kind: 'store'; command: Extract<Command, { kind: 'store' }> }
  | { kind: 'remove'; command: Extract<Command, { kind: 'remove' }> }
  | { kind: 'publish'; command: Extract<Command, { kind: 'publish' }> }
  /** A read of the permission and the password. */
  | { kind: 'browser'; running: RunningProcess }
  | PendingRequest
  /** The service carries out a request after its answer, at the latest at `until` (a time like `now`). */
  | { kind: 'lateWork'; until: number; request: WriteRequest };

export interface PendingRequest {
  kind: 'request';
  running: RunningProcess;
  request: ServiceRequest;
  /** The reports that lists contained when the worker sent the request. */
  reports: readonly Report[];
  /** The answer, if the service has already done the work; otherwise null. */
  delayedAnswer: WriteAnswer | null;
}

export interface WriteAnswer {
  outcome: WriteOutcome;
  /** The result of the service's work; null if the service has done nothing. */
  workResult: WriteResult | null;
}

export interface ModelOptions {
  /** A faulty reducer that replaces the real reducer. */
  reduce?: typeof reduce;
  writesLog?: boolean;
}

export const START = Date.UTC(2026, 10, 2, 12);

export function createModel({ traits, outcomes }: Scenario, options: ModelOptions = {}): Model {
  return {
    reduce: options.reduce ?? reduce,
    service: createModelService(traits),
    storage: createModelStorage(),
    person: createPerson(),
    now: START,
    isOnline: true,
    isAllowed: true,
    outage: null,
    plannedOutcomes: {
      creations: [...outcomes.creations],
      edits: [...outcomes.edits],
      reads: [...outcomes.reads],
      storage: [...outcomes.storage],
    },
    worker: null,
    alarmAt: null,
    pendingCalls: [],
    finishedOperations: new Map(),
    editsWithUnreadableRead: new Set(),
    creationsWithUnreadableAnswer: new Map(),
    notFetched: new Set(),
    violations: new Set(),
    log: options.writesLog ? [] : null,
  };
}
