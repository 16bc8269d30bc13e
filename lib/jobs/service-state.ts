import { type Failure, isServiceWide } from '@/lib/failure';
import {
  afterFailure,
  afterRead,
  hasBegunAtFirewall,
  NO_BACKOFF,
  probedNow,
  probeTime,
} from './backoff';
import type { Backoff, EditFacts, Moment, NoBackoff, ServiceState } from './types';

/** Time for which a successful request proves that the service works. */
const LONGEST_CONFIRMED_MS = 60_000;

type Now = Pick<Moment, 'now'>;

/** Whether an operation may be sent: without a backoff, or as its probe. */
export function allows({ backoff, probe }: ServiceState, operationId: string): boolean {
  return backoff.kind === 'none' || probe?.operationId === operationId;
}

/** Whether a probe is due, and none is in flight. */
export function isProbeDue({ backoff, probe }: ServiceState, moment: Now): boolean {
  return probe === null && isDue(backoff, moment);
}

function isDue(backoff: Backoff | NoBackoff, { now }: Now): boolean {
  const time = probeTime(backoff, now);
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

/** Whether a failure that usually concerns the whole service concerns only one operation. */
export function concernsOnly(
  { blockedAlone }: ServiceState,
  failure: Failure | null,
  operationId: string,
): boolean {
  return failure?.code === 'firewall' && blockedAlone.has(operationId);
}

/** Returns the facts for the answer to an edit whose request begins. */
export function editFacts({ backoff, hasSucceeded }: ServiceState): EditFacts {
  const failures = backoff.kind === 'none' ? 0 : backoff.count;
  // While no request succeeds, the failure of an edit does not concern the edit itself.
  return { othersSucceed: failures === 0 || hasSucceeded, failures };
}

/** The request of an operation begins. */
export function afterRequestStart(service: ServiceState): ServiceState {
  return service.backoff.kind === 'none' ? service : { ...service, hasSucceeded: false };
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
  const { backoff, probe } = service;
  // The read of a probe and its write count once.
  const isProbe = probe !== null && probe.operationId === operationId && !probe.hasFailed;
  return {
    ...service,
    succeededAt: null,
    probe: isProbe ? { ...probe, hasFailed: true } : probe,
    backoff: afterFailure(backoff, { failure, metBy, operationId, isProbe }, now),
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
  const succeeded = { ...service, succeededAt: moment.now };
  const isMetByWrite = backoff.kind !== 'none' && backoff.metBy === 'write';
  // A read for an operation ends only a backoff that began at a read.
  if (operationId !== null && isMetByWrite) return succeeded;
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
  // The firewall accepts this operation, and so blocks only the other operations of the backoff.
  const blocked = hasBegunAtFirewall(backoff)
    ? backoff.operationIds.filter((id) => id !== operationId)
    : [];
  // The probe is no longer due if another request has received a Retry-After in the meantime.
  const isPassedProbe = probe?.operationId === operationId && isDue(backoff, moment);
  const nextBackoff = isPassedProbe || backoff.kind === 'none' ? NO_BACKOFF : backoff;
  return {
    ...service,
    succeededAt: failure === null ? moment.now : service.succeededAt,
    hasSucceeded: failure === null || nextBackoff.kind === 'none' || service.hasSucceeded,
    blockedAlone:
      blocked.length === 0 ? service.blockedAlone : new Set([...service.blockedAlone, ...blocked]),
    backoff: nextBackoff,
  };
}

/**
 * A lookup has ended. If the lookup was the probe, the backoff ends, unless another failure has
 * prolonged it.
 */
export function afterLookedUp(
  service: ServiceState,
  operationId: string,
  moment: Now,
): ServiceState {
  if (service.probe?.operationId !== operationId) return service;
  const backoff = isDue(service.backoff, moment) ? NO_BACKOFF : service.backoff;
  return { ...service, probe: null, backoff };
}

/** Ends the backoff without a probe, because no request can be the probe. */
export function withoutBackoff(service: ServiceState): ServiceState {
  const { count, since } = service.backoff;
  return { ...service, backoff: { kind: 'none', count, since } };
}

/** Makes the probe due, for example after a press of *Retry now* or a new permission. */
export function withDueProbe(service: ServiceState, { now }: Now): ServiceState {
  const { backoff } = service;
  return backoff.kind === 'none' ? service : { ...service, backoff: probedNow(backoff, now) };
}

/** Makes the probe due when the network returns, unless the service has set a time. */
export function afterNetworkReturned(service: ServiceState, moment: Now): ServiceState {
  const { backoff } = service;
  const mayProbe = backoff.kind === 'waiting' && !backoff.isNamed;
  return mayProbe ? withDueProbe(service, moment) : service;
}
