import type { Seen } from './batch-findings';
import { isShownAsUnfinished, isUnsure } from './operation-outcomes';
import type { RequestedOperation } from './requested-operation';
import type { Row } from './service';
import type { World } from './world';

/** Returns the requested edits of one report that are not in effect. */
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
  const place = last ? person.requested.indexOf(last) : 0;
  const isOvertaken = last !== undefined && view.rows.get(last.request.id) === 'cancelled';
  const isWithdrawn =
    isOvertaken ||
    cancelAttempts.some(
      ({ requestedBefore, answer }) => answer !== false && requestedBefore > place,
    );
  // A second deletion joins a waiting one. The waiting one may belong to a private window.
  const isOfPrivateWindow =
    browser.counts.starts > 0 && deletions.some((one) => one !== last && one.isPrivate);
  if (last && !isUnsure(last) && !isWithdrawn && !isOfPrivateWindow)
    return [`lost: ${id} is not deleted`];
  const changes = own.filter(({ request }) => request.kind === 'update');
  // A cancelled update may have been made, and a retried update is sent after later ones. A sent deletion
  // has cancelled all updates. A dropped deletion may have done so.
  const isLoose =
    changes.some(
      (one) => one.cancelAttempts.length > 0 || one.retries > 0 || isShownAsUnfinished(one, view),
    ) ||
    deletions.some(({ possibleDrops }) => possibleDrops > 0) ||
    browser.sent.some(({ verb, about }) => verb === 'remove' && about === id);
  return isLoose ? [] : changeFindings(row, changes);
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
  // A stored and dropped update had already replaced earlier ones of its kind.
  const sinceDropped = (all: typeof updateRequests) =>
    all.slice(all.findLastIndex(({ possibleDrops }) => possibleDrops > 0) + 1);
  const settings = sinceDropped(
    updateRequests.filter(({ change }) => change.privacy !== undefined),
  );
  // The last certain update, a later one that may have been stored, or one whose call was repeated later.
  const last = settings.findLastIndex(({ isSure }) => isSure);
  const since = settings[last]?.latestCallNumber ?? 0;
  const allowed = settings.filter(
    ({ latestCallNumber }, at) => at >= last || latestCallNumber > since,
  );
  const inForce = made.findLast(({ privacy }) => privacy !== undefined);
  const isInForce = allowed.some(
    ({ change: { privacy, password } }) =>
      privacy === inForce?.privacy && password === inForce?.password,
  );
  const updates = sinceDropped(updateRequests.filter(({ change }) => change.results === 1));
  const update = updates.find(({ isSure }) => isSure);
  const isUpdated = made.some(({ results }) => results === 1);
  return [
    ...(settings.some(({ isSure }) => isSure) && !isInForce
      ? [`lost: the change of ${report.id} has no effect`]
      : []),
    ...(update && !isUpdated ? [`lost: the results of ${report.id} are not updated`] : []),
  ];
}
