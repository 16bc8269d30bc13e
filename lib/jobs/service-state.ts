import { type Failure, isServiceWide } from '@/lib/failure';
import { afterFailure, afterRead, probedNow, probeTime } from './backoff';
import type { Backoff, EditFacts, Moment, ServiceState } from './types';

/** Milliseconds for which a successful request shows that the service answers. */
const LONGEST_CONFIRMED_MS = 60_000;

type Now = Pick<Moment, 'now'>;

/** Whether an operation may be sent: without a backoff, or as its probe. */
export function allows({ backoff, probe }: ServiceState, operationId: string): boolean {
  return backoff === null || probe?.operationId === operationId;
}

/** Whether a probe is due, and none is in flight. */
export function isProbeDue({ backoff, probe }: ServiceState, moment: Now): boolean {
  return probe === null && isDue(backoff, moment);
}

function isDue(backoff: Backoff | null, { now }: Now): boolean {
  const time = backoff && probeTime(backoff, now);
  return time !== null && time <= now;
}

/**
 * Whether a request has succeeded within the last minute, and the service as a whole has not failed
 * since.
 */
export function hasSucceededLately({ succeededAt }: ServiceState, { now }: Now): boolean {
  if (succeededAt === null) return false;
  const age = now - succeededAt;
  return age >= 0 && age < LONGEST_CONFIRMED_MS;
}

/** Whether a failure of the whole service in fact concerns only one operation. */
export function concernsOnly(
  { refusedAlone }: ServiceState,
  failure: Failure | null,
  operationId: string,
): boolean {
  return failure?.code === 'firewall' && refusedAlone.has(operationId);
}

/** Returns the facts for the answer to an edit whose request begins. */
export function editFacts({ backoff, hasSucceeded }: ServiceState): EditFacts {
  const failures = backoff?.count ?? 0;
  // While no request succeeds, the failure of an edit does not concern the edit itself.
  return { othersSucceed: failures === 0 || hasSucceeded, failures };
}

/** The request of an operation begins. */
export function afterStart(service: ServiceState): ServiceState {
  return service.backoff === null ? service : { ...service, hasSucceeded: false };
}

export function withProbe(service: ServiceState, operationId: string): ServiceState {
  return { ...service, probe: { operationId, hasFailed: false } };
}

/** The request of an operation has ended. If it was the probe, another probe may begin. */
export function withoutProbe(service: ServiceState, operationId: string): ServiceState {
  return service.probe?.operationId === operationId ? { ...service, probe: null } : service;
}

/** A request has failed. A failure that concerns only the request changes nothing. */
function afterFailed(
  service: ServiceState,
  failure: Failure,
  metBy: Backoff['metBy'],
  operationId: string | null,
  { now }: Now,
): ServiceState {
  if (!isServiceWide(failure)) return service;
  const { backoff, probe, failuresBefore } = service;
  // The read of a probe and its write count once.
  const isProbe = probe !== null && probe.operationId === operationId && !probe.hasFailed;
  return {
    ...service,
    succeededAt: null,
    probe: isProbe ? { ...probe, hasFailed: true } : probe,
    backoff: afterFailure(backoff, { failure, metBy, operationId, isProbe }, now, failuresBefore),
  };
}

/**
 * A read has ended.
 * @param operationId the operation that needs the read; null for an extension page
 */
export function afterReadEnded(
  service: ServiceState,
  operationId: string | null,
  failure: Failure | null,
  moment: Now,
): ServiceState {
  if (failure !== null) return afterFailed(service, failure, 'read', operationId, moment);
  const { backoff } = service;
  const succeeded = { ...service, failuresBefore: 0, succeededAt: moment.now };
  // A read for an operation ends only a backoff that began at a read.
  if (operationId !== null && backoff?.metBy !== 'read') return succeeded;
  return { ...succeeded, backoff: afterRead(backoff, moment.now) };
}

/** The request of an operation was answered. `failure` is null after a success. */
export function afterAnswer(
  service: ServiceState,
  operationId: string,
  failure: Failure | null,
  moment: Now,
): ServiceState {
  if (failure !== null && isServiceWide(failure)) {
    return afterFailed(service, failure, 'write', operationId, moment);
  }
  const { backoff, probe } = service;
  const isFirewall = backoff?.failure.code === 'firewall';
  // The firewall accepts this operation, so the refusals concern the refused operations alone.
  const refused = isFirewall ? backoff.operationIds.filter((id) => id !== operationId) : [];
  // The probe is no longer due if another request has got a Retry-After meanwhile.
  const isPassedProbe = probe?.operationId === operationId && isDue(backoff, moment);
  const nextBackoff = isPassedProbe ? null : backoff;
  return {
    ...service,
    failuresBefore: 0,
    succeededAt: failure === null ? moment.now : service.succeededAt,
    hasSucceeded: failure === null || nextBackoff === null || service.hasSucceeded,
    refusedAlone:
      refused.length === 0 ? service.refusedAlone : new Set([...service.refusedAlone, ...refused]),
    backoff: nextBackoff,
  };
}

/** A lookup has ended. If it was the probe, the backoff ends unless it was renewed. */
export function afterLookedUp(
  service: ServiceState,
  operationId: string,
  moment: Now,
): ServiceState {
  if (service.probe?.operationId !== operationId) return service;
  const backoff = isDue(service.backoff, moment) ? null : service.backoff;
  return { ...service, probe: null, backoff };
}

/** Ends the backoff without a probe, because nothing is there that could be the probe. */
export function withoutBackoff(service: ServiceState): ServiceState {
  const failuresBefore = service.backoff?.count ?? 0;
  return { ...service, failuresBefore, backoff: null };
}

/** Makes the probe due, for example after a press of *Retry now* or a new permission. */
export function withDueProbe(service: ServiceState, { now }: Now): ServiceState {
  const { backoff } = service;
  return backoff === null ? service : { ...service, backoff: probedNow(backoff, now) };
}

/** Makes the probe due after the network is back, unless the service has named a time. */
export function afterNetworkReturned(service: ServiceState, moment: Now): ServiceState {
  const { backoff } = service;
  const waits = backoff !== null && backoff.until !== null && !backoff.isNamed;
  return waits ? withDueProbe(service, moment) : service;
}
