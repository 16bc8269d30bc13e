import type { JobAction, Subject } from '@/lib/jobs/types';
import { Privacy } from '@/lib/report/privacy';
import { referTo } from '@/lib/report/report-reference';
import { createWorld, type Options, type World } from './model';
import { addReport, type Row, removeReport, updateReport } from './model-service';
import { hasOpenJob } from './model-storage';
import {
  closeTheBrowser,
  continueCall,
  nextAlarm,
  pass,
  settle,
  stopWorker,
  wake,
} from './pending-calls';
import { type RequestedJob, requestJob } from './person';
import { type Change, type History, PAGES, type Step, urlOf } from './scenario';
import { call, dispatch, readOperations, refreshList, resumeWork, runningWorker } from './shell';
import { findingsAtRest } from './violations';

/** The end of a history. */
export interface Ending {
  world: World;
  /** Violated guarantees, as sentences; empty if there are none. */
  findings: string[];
}

/** Limit for wake-ups at the end. Each history needs fewer. */
const MAX_WAKES = 600;

/** Plays a history, and continues until nothing is left to do. */
export function play(history: History, options: Options = {}): Ending {
  const world = createWorld(history, options);
  runningWorker(world);
  for (const step of history.steps) {
    world.log?.push(`-- ${JSON.stringify(step)}`);
    runStep(world, step);
  }
  playToTheEnd(world);
  const { state } = runningWorker(world);
  const atRest = findingsAtRest(world, state);
  return { world, findings: [...world.findings, ...atRest] };
}

function runStep(world: World, step: Step): void {
  switch (step.do) {
    case 'create':
      request(world, [creation(step.page, step.privacy)], step);
      return;
    case 'create many': {
      const pages = Array.from({ length: step.count }, (_, at) => PAGES + step.from + at);
      const subjects = [step.page, ...pages].map((page) => creation(page, step.privacy));
      request(world, subjects, { ...step, isBatch: true });
      return;
    }
    case 'edit':
      request(world, editsOf(world, step.which, 1, step.change), step);
      return;
    case 'edit many':
      request(world, editsOf(world, step.which, step.count, step.change), {
        ...step,
        isBatch: true,
      });
      return;
    case 'act':
      actOn(world, step.which, step.action);
      return;
    case 'repeat the call': {
      const job = requestedJob(world, step.which);
      if (job?.isStored === null) call(world, { kind: 'create', job });
      return;
    }
    case 'continue':
      for (let time = 0; time < step.times; time += 1) continueCall(world, step.which);
      return;
    case 'settle':
      settle(world, step.except);
      return;
    case 'wait':
      pass(world, step.seconds * 1000);
      return;
    case 'stop the worker':
      stopWorker(world, step.ends);
      return;
    case 'restart the browser':
      closeTheBrowser(world, step.ends);
      return;
    case 'go offline':
      world.isOnline = false;
      return;
    case 'go online':
      goOnline(world);
      return;
    case 'remove the permission':
      world.isAllowed = false;
      return;
    case 'allow the host':
      allowHost(world);
      return;
    case 'press Retry now':
      dispatch(world, { type: 'probeRequested' });
      return;
    case 'refresh':
      refreshList(world);
      return;
    case 'somebody reports': {
      const report = { url: urlOf(step.page), privacy: step.privacy };
      addReport(world.service, report, 'another client', world.now);
      for (let at = 1; at < step.count; at += 1) {
        const url = `https://others.example/${world.service.rows.length}`;
        addReport(world.service, { ...report, url }, 'another client', world.now);
      }
      return;
    }
    case 'somebody deletes': {
      const id = existingRows(world).at(-1 - step.which)?.report.id;
      if (id !== undefined) removeReport(world.service, id, 'another client');
      return;
    }
    case 'somebody publishes': {
      const id = existingRows(world).at(-1 - step.which)?.report.id;
      const update = { privacy: Privacy.Public };
      if (id !== undefined)
        updateReport(world.service, { id, update }, 'another client', world.now);
      return;
    }
    case 'the service goes down':
      world.outage = { until: world.now + step.seconds * 1000, answer: step.answer };
  }
}

function goOnline(world: World): void {
  world.isOnline = true;
  dispatch(world, { type: 'networkReturned' });
  resumeWork(world);
}

function allowHost(world: World): void {
  world.isAllowed = true;
  dispatch(world, { type: 'probeRequested' });
}

function creation(page: number, privacy: Privacy): Subject {
  return { kind: 'create', url: urlOf(page), privacy };
}

function existingRows({ service }: World): Row[] {
  return service.rows.filter(({ gone }) => gone === null);
}

/** Returns edits of existing reports. */
function editsOf(world: World, which: number, count: number, change: Change): Subject[] {
  const rows = existingRows(world).reverse();
  return rows.slice(which, which + count).map((row): Subject => {
    const report = referTo(row.report);
    return change === null
      ? { kind: 'delete', report }
      : { kind: 'update', report, update: change };
  });
}

/** A person requests a job. */
function request(
  world: World,
  subjects: readonly Subject[],
  facts: { isPrivate: boolean; isConfirmed?: boolean; isBatch?: boolean },
): void {
  const [first] = subjects;
  if (first === undefined) return;
  const { isPrivate, isConfirmed = false, isBatch = false } = facts;
  const id = `j${world.person.jobs.length + 1}`;
  const password = needsPassword(first) ? { password: `of ${id}` } : {};
  const newJob = { id, subjects, isPrivate, isConfirmed, isBatch, ...password };
  call(world, { kind: 'create', job: requestJob(world.person, newJob) });
}

function needsPassword(subject: Subject): boolean {
  const privacy = subject.kind === 'update' ? subject.update.privacy : null;
  return (subject.kind === 'create' ? subject.privacy : privacy) === Privacy.Password;
}

function requestedJob({ person }: World, which: number): RequestedJob | undefined {
  return person.jobs.at(-1 - which);
}

/** A person acts on a job. Single jobs have fewer actions. */
function actOn(world: World, which: number, action: JobAction): void {
  const job = requestedJob(world, which);
  if (job === undefined) return;
  const isOfBatches = action.kind !== 'cancel' && action.kind !== 'retry';
  if (isOfBatches && !job.newJob.isBatch) return;
  call(world, { kind: 'act', job, action });
}

/** Ends all obstacles, and lets time pass until nothing is left to do. */
function playToTheEnd(world: World): void {
  world.log?.push('-- the end');
  world.outage = null;
  noteMissingAlarm(world);
  goOnline(world);
  allowHost(world);
  for (let wakes = 0; wakes < MAX_WAKES; wakes += 1) {
    settle(world);
    const late = world.pending.findIndex(({ kind }) => kind === 'work');
    const alarmAt = nextAlarm(world);
    if (late >= 0) {
      continueCall(world, late);
    } else if (alarmAt !== null) {
      world.now = Math.max(world.now, alarmAt);
      wake(world);
    } else if (runningWorker(world).state.service.backoff !== null) {
      dispatch(world, { type: 'probeRequested' });
    } else {
      for (const id of runningWorker(world).state.jobs.keys()) readOperations(world, id);
      if (world.pending.length === 0) return;
    }
  }
  world.findings.add('the work never ends');
}

/** Adds a finding if a stopped worker has work, and no alarm starts the worker. */
function noteMissingAlarm(world: World): void {
  if (world.worker !== null || world.alarmAt !== null) return;
  const { backoff } = world.storage;
  const waitsForPerson = backoff !== null && backoff.until === null;
  if (waitsForPerson) return;
  for (const job of world.person.jobs) {
    const { id } = job.newJob;
    const isPublished = world.storage.recent.some(({ jobId }) => jobId === id);
    if (job.isStored !== true || job.mayBeDropped || isPublished) continue;
    if (hasOpenJob(world.storage, job.newJob.id))
      world.findings.add(`no alarm continues ${job.newJob.id}`);
  }
}
