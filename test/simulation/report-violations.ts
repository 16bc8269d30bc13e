import type { Seen } from './batch-violations';
import { isShownAsUnfinished, isUnsure } from './operation-outcomes';
import type { RequestedOperation } from './requested-operation';
import type { Row } from './service';
import type { World } from './simulation';

/** Returns findings about requested edits of one report without an effect. */
export function reportFindings(row: Row, { person, browser }: World, view: Seen): string[] {
  const { id } = row.report;
  const own = person.requested.filter(
    ({ request, isStored }) =>
      'report' in request && request.report.id === id && isStored !== false,
  );
  const deletions = own.filter(({ request }) => request.kind === 'delete');
  const last = deletions.at(-1);
  const cancelAttempts = deletions.flatMap((one) => one.cancelAttempts);
  if (row.gone) {
    const isSent = browser.sent.some(({ verb, about }) => verb === 'remove' && about === id);
    return row.gone.isForeign || isSent ? [] : [`${id} is gone, but no deletion was sent`];
  }
  if (deletions.some((one) => isShownAsUnfinished(one, view))) return [];
  const lastIndex = last ? person.requested.indexOf(last) : 0;
  const wasCancelled = last !== undefined && view.rows.get(last.request.id) === 'cancelled';
  const mayBeCancelled =
    wasCancelled ||
    cancelAttempts.some(
      ({ requestedBefore, answer }) => answer !== false && requestedBefore > lastIndex,
    );
  // A second deletion counts as the queued deletion, which may belong to a closed private window.
  const isOfPrivateWindow =
    browser.counts.starts > 0 && deletions.some((one) => one !== last && one.isPrivate);
  if (last && !isUnsure(last) && !mayBeCancelled && !isOfPrivateWindow)
    return [`lost: ${id} is not deleted`];
  const changes = own.filter(({ request }) => request.kind === 'update');
  // A cancelled update may have been sent. A retried update is sent after later updates.
  const isResultUncertain = changes.some(
    (one) => one.cancelAttempts.length > 0 || one.retries > 0 || isShownAsUnfinished(one, view),
  );
  return isResultUncertain ? [] : changeFindings(row, changes);
}

function changeFindings(
  { report, changes }: Row,
  requested: readonly RequestedOperation[],
): string[] {
  const made = changes.flatMap(({ change, isForeign }) => (isForeign ? [] : [change]));
  const updateRequests = requested.flatMap((one) =>
    one.request.kind === 'update'
      ? [
          {
            ...one.request,
            isSure: !isUnsure(one),
            possibleDrops: one.possibleDrops,
            latestCallNumber: one.latestCallNumber,
          },
        ]
      : [],
  );
  // An update that was stored, and dropped later, has cancelled earlier updates of the same fields.
  const sinceDropped = (all: typeof updateRequests) =>
    all.slice(all.findLastIndex(({ possibleDrops }) => possibleDrops > 0) + 1);
  const settings = sinceDropped(
    updateRequests.filter(({ change }) => change.privacy !== undefined),
  );
  // Allowed are the last certain update, later updates, and updates whose call was repeated later.
  const last = settings.findLastIndex(({ isSure }) => isSure);
  const since = settings[last]?.latestCallNumber ?? 0;
  const allowed = settings.filter(
    ({ latestCallNumber }, at) => at >= last || latestCallNumber > since,
  );
  const lastSetting = made.findLast(({ privacy }) => privacy !== undefined);
  const isAllowed = allowed.some(
    ({ change: { privacy, password } }) =>
      privacy === lastSetting?.privacy && password === lastSetting?.password,
  );
  const updates = sinceDropped(updateRequests.filter(({ change }) => change.results === 1));
  const update = updates.find(({ isSure }) => isSure);
  const isUpdated = made.some(({ results }) => results === 1);
  return [
    ...(settings.some(({ isSure }) => isSure) && !isAllowed
      ? [`lost: the change of ${report.id} has no effect`]
      : []),
    ...(update && !isUpdated ? [`lost: the results of ${report.id} are not updated`] : []),
  ];
}
