import type { Clock } from '@/lib/jobs/clock';
import { reduce } from '@/lib/jobs/reduce';
import type { Command, JobsEvent, JobsState, Operation } from '@/lib/jobs/types';
import type { Report } from '@/lib/report/report';
import { createModelService, type ModelService } from './model-service';
import { createModelStorage, type ModelStorage } from './model-storage';
import type { WriteRequest, WriteResult } from './network';
import { type Call, createPerson, type Person } from './person';
import type { Process, ProcessTools, ServiceRequest } from './requests';
import type { History, Outage, ReadFate, WriteFate } from './scenario';

/** The jobs of one connection with everything around them. Only the steps of a history change a world. */
export interface World {
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
  /** The planned outcomes that are left. */
  fates: { creations: WriteFate[]; edits: WriteFate[]; reads: ReadFate[]; storage: boolean[] };
  /** Null while the browser has stopped the worker. */
  worker: Worker | null;
  /** The alarm of a stopped worker; null for none. */
  alarmAt: number | null;
  pending: PendingCall[];
  /** The last end of each operation, by operation id. */
  outcomes: Map<string, Operation>;
  /** Undecided edits whose report the service has answered in an unreadable way. */
  unreadableChecks: Set<string>;
  /**
   * Creations whose last answer was unreadable or had no report, with the number of presses that
   * had requested the creation again.
   */
  unreadableCreations: Map<string, number>;
  /** Creations to which the service has answered that it cannot fetch the page. */
  notFetched: Set<string>;
  findings: Set<string>;
  /** The steps in words; null if nobody reads them. */
  log: string[] | null;
}

/** The memory of a worker. */
export interface Worker {
  state: JobsState;
  clock: Clock;
  events: JobsEvent[];
  isDispatching: boolean;
  /** The calls of extension pages in order. */
  calls: Call[];
  /** Whether the first call waits for its reply. */
  isCalling: boolean;
  tools: ProcessTools;
  /** The processes that wait for the list of a baseline. */
  waitingForBaseline: RunningProcess[];
}

export interface RunningProcess {
  name: string;
  process: Process;
}

/** An asynchronous call that has not ended. Only the steps of a history continue it. */
export type PendingCall =
  | { kind: 'store'; command: Extract<Command, { kind: 'store' }> }
  | { kind: 'remove'; command: Extract<Command, { kind: 'remove' }> }
  | { kind: 'publish'; command: Extract<Command, { kind: 'publish' }> }
  | { kind: 'browser'; running: RunningProcess }
  | PendingRequest
  /** The service creates a report after its answer. */
  | { kind: 'work'; until: number; request: WriteRequest };

export interface PendingRequest {
  kind: 'request';
  running: RunningProcess;
  request: ServiceRequest;
  /** The listed reports at the time of the request. */
  reports: readonly Report[];
  /** The answer of a service that has acted already; null before. */
  slow: { fate: WriteFate; made: WriteResult | null } | null;
}

export interface Options {
  /** A faulty reducer. */
  reduce?: typeof reduce;
  /** Whether the log is written. */
  isLogged?: boolean;
}

export const START = Date.UTC(2026, 10, 2, 12);

export function createWorld({ traits, fates }: History, options: Options = {}): World {
  return {
    reduce: options.reduce ?? reduce,
    service: createModelService(traits),
    storage: createModelStorage(),
    person: createPerson(),
    now: START,
    isOnline: true,
    isAllowed: true,
    outage: null,
    fates: {
      creations: [...fates.creations],
      edits: [...fates.edits],
      reads: [...fates.reads],
      storage: [...fates.storage],
    },
    worker: null,
    alarmAt: null,
    pending: [],
    outcomes: new Map(),
    unreadableChecks: new Set(),
    unreadableCreations: new Map(),
    notFetched: new Set(),
    findings: new Set(),
    log: options.isLogged ? [] : null,
  };
}
