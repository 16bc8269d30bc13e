import type { JobAction, NewJob, Subject } from '@/lib/jobs/types';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { createModel, type Model, type ModelOptions } from './model';
import { addReport, removeReport, updateReport } from './model-service';
import { hasOpenJob } from './model-storage';
import {
  advanceTime,
  completeCalls,
  continueCall,
  nextAlarm,
  restartBrowser,
  stopWorker,
  wake,
} from './pending-calls';
import { addRequestedJob, type RequestedJob } from './person';
import { type Change, PAGE_COUNT, type Scenario, type Step, urlOf } from './scenario';
import {
  callWorker,
  dispatch,
  readOperations,
  refreshList,
  resumeWork,
  runningWorker,
} from './shell';
import { violationsAtEnd } from './violations';

export interface CompletedScenario {
  model: Model;
  /** Violated guarantees, as sentences. */
  violations: string[];
}

/** Limit for wakes after the last step. Every scenario needs fewer. */
const MAX_WAKES = 600;

/** Runs all steps, removes all obstacles, waits until no work is left, and checks the guarantees. */
export function runScenario(scenario: Scenario, options: ModelOptions = {}): CompletedScenario {
  const model = createModel(scenario, options);
  runningWorker(model);
  for (const step of scenario.steps) {
    model.log?.push(`-- ${JSON.stringify(step)}`);
    runStep(model, step);
  }
  runToTheEnd(model);
  const { state } = runningWorker(model);
  return { model, violations: [...model.violations, ...violationsAtEnd(model, state)] };
}

function runStep(model: Model, step: Step): void {
  switch (step.do) {
    case 'create':
      requestJob(model, [creation(step.page, step.privacy)], step);
      return;
    case 'batch of creations': {
      const firstPage = PAGE_COUNT + step.from;
      const pages = Array.from({ length: step.count }, (_, index) => firstPage + index);
      const subjects = [step.page, ...pages].map((page) => creation(page, step.privacy));
      requestJob(model, subjects, { ...step, isBatch: true });
      return;
    }
    case 'edit':
      requestJob(model, editsOf(model, step.index, 1, step.change), step);
      return;
    case 'batch of edits':
      requestJob(model, editsOf(model, step.index, step.count, step.change), {
        ...step,
        isBatch: true,
      });
      return;
    case 'act on a job':
      actOnJob(model, step.index, step.action);
      return;
    case 'repeat the call': {
      const job = requestedJob(model, step.index);
      if (job?.isStored === null) callWorker(model, { kind: 'create', job });
      return;
    }
    case 'continue a call':
      for (let count = 0; count < step.times; count += 1) continueCall(model, step.index);
      return;
    case 'complete calls':
      completeCalls(model, step.except);
      return;
    case 'wait':
      advanceTime(model, step.seconds * 1000);
      return;
    case 'stop the worker':
      stopWorker(model, step.callEnds);
      return;
    case 'restart the browser':
      restartBrowser(model, step.callEnds);
      return;
    case 'go offline':
      model.isOnline = false;
      return;
    case 'go online':
      goOnline(model);
      return;
    case 'remove the permission':
      model.isAllowed = false;
      return;
    case 'allow the host':
      allowHost(model);
      return;
    case 'press Retry now':
      dispatch(model, { type: 'probeRequested' });
      return;
    case 'refresh':
      refreshList(model);
      return;
    case 'somebody reports': {
      const report = { url: urlOf(step.page), privacy: step.privacy };
      addReport(model.service, report, 'another person', model.now);
      for (let count = 1; count < step.count; count += 1) {
        const url = `https://others.example/${model.service.rows.length}`;
        addReport(model.service, { ...report, url }, 'another person', model.now);
      }
      return;
    }
    case 'somebody deletes': {
      const id = existingReports(model)[step.index]?.id;
      if (id !== undefined) removeReport(model.service, id, 'another person');
      return;
    }
    case 'somebody publishes': {
      const id = existingReports(model)[step.index]?.id;
      const update = { privacy: Privacy.Public };
      if (id !== undefined) {
        updateReport(model.service, { id, update }, 'another person', model.now);
      }
      return;
    }
    case 'the service goes down':
      model.outage = { until: model.now + step.seconds * 1000, answer: step.answer };
  }
}

function goOnline(model: Model): void {
  model.isOnline = true;
  dispatch(model, { type: 'networkReturned' });
  resumeWork(model);
}

function allowHost(model: Model): void {
  model.isAllowed = true;
  dispatch(model, { type: 'probeRequested' });
}

function creation(page: number, privacy: Privacy): Subject {
  return { kind: 'create', url: urlOf(page), privacy };
}

/** Returns the existing reports, newest first. */
function existingReports({ service }: Model): Report[] {
  const existing = service.rows.filter(({ gone }) => gone === null);
  return existing.map(({ report }) => report).reverse();
}

function editsOf(model: Model, start: number, count: number, change: Change): Subject[] {
  const reports = existingReports(model)
    .slice(start, start + count)
    .map(referTo);
  return reports.map((report) =>
    change === null ? { kind: 'delete', report } : { kind: 'update', report, update: change },
  );
}

function requestJob(
  model: Model,
  subjects: readonly Subject[],
  options: { isPrivate: boolean; isConfirmed?: boolean; isBatch?: boolean },
): void {
  const [first] = subjects;
  if (first === undefined) return;
  const id = `j${model.person.jobs.length + 1}`;
  const newJob: NewJob = {
    id,
    subjects,
    isPrivate: options.isPrivate,
    isConfirmed: options.isConfirmed ?? false,
    isBatch: options.isBatch ?? false,
    ...(needsPassword(first) && { password: `of ${id}` }),
  };
  callWorker(model, { kind: 'create', job: addRequestedJob(model.person, newJob) });
}

function needsPassword(subject: Subject): boolean {
  if (subject.kind === 'create') return subject.privacy === Privacy.Password;
  return subject.kind === 'update' && subject.update.privacy === Privacy.Password;
}

/** @param index 0 for the job that was requested last, 1 for the job before, and so on */
function requestedJob({ person }: Model, index: number): RequestedJob | undefined {
  return person.jobs.at(-1 - index);
}

function actOnJob(model: Model, index: number, action: JobAction): void {
  const job = requestedJob(model, index);
  if (job === undefined) return;
  const isForBatchesOnly = action.kind !== 'cancel' && action.kind !== 'retry';
  if (isForBatchesOnly && !job.newJob.isBatch) return;
  callWorker(model, { kind: 'act', job, action });
}

/** Removes all obstacles, and lets time pass until nothing is left to do. */
function runToTheEnd(model: Model): void {
  model.log?.push('-- the end');
  model.outage = null;
  checkAlarm(model);
  goOnline(model);
  allowHost(model);
  for (let wakes = 0; wakes < MAX_WAKES; wakes += 1) {
    completeCalls(model);
    const lateWork = model.pendingCalls.findIndex(({ kind }) => kind === 'lateWork');
    const alarmAt = nextAlarm(model);
    if (lateWork >= 0) {
      continueCall(model, lateWork);
    } else if (alarmAt !== null) {
      model.now = Math.max(model.now, alarmAt);
      wake(model);
    } else if (runningWorker(model).state.service.backoff.kind !== 'none') {
      dispatch(model, { type: 'probeRequested' });
    } else {
      for (const id of runningWorker(model).state.jobs.keys()) readOperations(model, id);
      if (model.pendingCalls.length === 0) return;
    }
  }
  model.violations.add('the work never ends');
}

/** Adds a violation if storage has open jobs, but no alarm starts the stopped worker. */
function checkAlarm(model: Model): void {
  if (model.worker !== null || model.alarmAt !== null) return;
  if (model.storage.backoff?.kind === 'needsPerson') return;
  for (const job of model.person.jobs) {
    const { id } = job.newJob;
    const isPublished = model.storage.recent.some(({ jobId }) => jobId === id);
    if (job.isStored !== true || job.mayBeDropped || isPublished) continue;
    if (hasOpenJob(model.storage, id)) model.violations.add(`no alarm continues ${id}`);
  }
}
