import { hasUnverified, nextCheck, nextLookup, nextOperation, nextProbe } from './candidates';
import { entryId } from './entry';
import { next } from './jobs-state';
import * as service from './service-state';
import type { Command, Creation, Edit, Entry, JobsState, Moment, Next } from './types';

/** Starts all requests that may start. */
export function startRequests(state: JobsState, moment: Moment): Next {
  if (!state.isStarted || state.isEnding) return next(state);
  const { backoff } = state.service;
  const isIdle = state.requests.size === 0 && state.lookupId === null;
  if (backoff.kind === 'none') return startAll(state, moment);
  return isIdle && service.isProbeDue(state.service, moment)
    ? startProbe(state, moment)
    : next(state);
}

/** Starts operations up to the limits of requests in flight, and the next lookup. */
function startAll(state: JobsState, moment: Moment): Next {
  const commands: Command[] = [];
  let current = state;
  for (;;) {
    const entry = nextOperation(current, moment);
    if (entry === undefined) break;
    if (!moment.isOnline) return next(withOfflineBackoff(current, entry, moment), commands);
    current = withRequest(current, entry);
    commands.push({ kind: 'prepare', entry });
  }
  const lookup = startLookup(current, moment);
  return next(lookup.state, [...commands, ...lookup.commands]);
}

/**
 * Starts the probe: an operation, or else a lookup, or else the read of an undecided edit's report.
 * Without any of these, the backoff ends.
 */
function startProbe(state: JobsState, moment: Moment): Next {
  const entry = nextProbe(state, moment);
  if (entry !== undefined) {
    const probing = withProbe(state, entryId(entry));
    if (!moment.isOnline) {
      const failed = withOfflineBackoff(probing, entry, moment);
      return next({ ...failed, service: service.withoutProbe(failed.service, entryId(entry)) });
    }
    return next(withRequest(probing, entry), [{ kind: 'prepare', entry }]);
  }
  const lookup = startLookup(state, moment);
  const { lookupId } = lookup.state;
  if (lookupId !== null) return next(withProbe(lookup.state, lookupId), lookup.commands);
  if (hasUnverified(state)) return next(state);
  return startAll({ ...state, service: service.withoutBackoff(state.service) }, moment);
}

/** Starts the lookup that is due, or else the read of an undecided edit's report. */
function startLookup(state: JobsState, moment: Moment): Next {
  if (state.lookupId !== null) return next(state);
  const creation = nextLookup(state, moment);
  if (creation !== undefined) {
    const lookupId = entryId(creation);
    return next({ ...state, lookupId }, [{ kind: 'lookUp', entry: creation }]);
  }
  const edit = nextCheck(state);
  if (edit === undefined) return next(state);
  return next({ ...state, lookupId: entryId(edit) }, [{ kind: 'check', entry: edit }]);
}

function withRequest(state: JobsState, entry: Entry<Creation | Edit>): JobsState {
  const requests = new Map(state.requests).set(entryId(entry), {
    entry,
    phase: 'preparing',
    password: null,
    facts: service.editFacts(state.service),
  });
  return { ...state, requests, service: service.afterRequestStart(state.service) };
}

function withProbe(state: JobsState, operationId: string): JobsState {
  return { ...state, service: service.withProbe(state.service, operationId) };
}

/** Begins a backoff, because the browser is offline. */
function withOfflineBackoff(state: JobsState, entry: Entry, moment: Moment): JobsState {
  const failure = { code: 'offline' } as const;
  return {
    ...state,
    service: service.afterAnswer(state.service, entryId(entry), failure, moment),
  };
}

/** Ends a request. If it was a probe, another probe may begin. */
export function withoutRequest(state: JobsState, operationId: string): JobsState {
  const requests = new Map(state.requests);
  requests.delete(operationId);
  return { ...state, requests, service: service.withoutProbe(state.service, operationId) };
}
