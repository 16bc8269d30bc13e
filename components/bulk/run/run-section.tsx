import { useSignal } from '@preact/signals';
import { i18n } from '#i18n';
import { pausedByService } from '@/components/activity/activity-words';
import { useBulk } from '@/components/bulk/bulk-page';
import { useCopy, usePage } from '@/components/page/page-context';
import { PlaceHead, usePlaceFocus } from '@/components/page/place-head';
import { counted, countText, sentences } from '@/components/text/language';
import { linkLimits } from '@/components/text/messages/copy-message';
import { PasswordForm } from '@/components/ui/fields/password-form';
import { AlertLine, FailureLine, StatusLine } from '@/components/ui/message-lines';
import { Question } from '@/components/ui/question';
import { type BatchLine, cancelledCount, isOpen } from '@/lib/task/batch/batch';
import { letsLookPass } from '@/lib/task/gate/gate';
import { doneLines } from './result-rows';
import { type BatchResult, ROW_FILTERS } from './result-state';

/** How far a batch is, why it stands still, and what can be done with it as a whole. */
export function RunSection({ line }: { line: BatchLine }) {
  const { result } = useBulk();
  const { size, done, failed, isPaused, needsPassword } = line;
  const ended = done + failed + cancelledCount(line);
  const progress = i18n.t('batch.progress', [countText(ended), countText(size)]);
  usePlaceFocus('#batch-heading');
  return (
    <>
      <PlaceHead id="batch-heading" title={progress}>
        <small class="count">{details(result, line)}</small>
        {line.waiting > 0 && <Steering isPaused={isPaused} />}
      </PlaceHead>
      <div class="run">
        <div
          class="progress"
          role="progressbar"
          aria-label={i18n.t('batch.progressLabel')}
          aria-valuemin={0}
          aria-valuemax={size}
          aria-valuenow={ended}
          aria-valuetext={progress}
        >
          <span class="is-done" style={{ inlineSize: `${(100 * done) / size}%` }} />
          <span class="is-failed" style={{ inlineSize: `${(100 * failed) / size}%` }} />
        </div>
        <FailureLine failure={result.failureOf('pause', 'resume', 'cancel')} />
        <AlertLine>{line.pausedBy !== null && pausedByService(line.pausedBy)}</AlertLine>
        <StatusLine>{stateMessage(result, line)}</StatusLine>
        {needsPassword && (
          <PasswordForm
            id="batch-password"
            label={i18n.t('batch.password')}
            onGive={(password) => result.act({ kind: 'password', password })}
          />
        )}
        <FailureLine failure={result.failureOf('password')} />
        <div class="find-rows">
          <Filters />
          <Verbs line={line} />
        </div>
        <FailureLine failure={result.failureOf('retry')} />
      </div>
    </>
  );
}

/** What can be done where anything is still to be sent; Cancel asks first. */
function Steering({ isPaused }: { isPaused: boolean }) {
  const { result } = useBulk();
  const isAsking = useSignal(false);
  if (isAsking.value) {
    return (
      <Question
        text={i18n.t('batch.cancelQuestion')}
        answers={[
          {
            label: i18n.t('batch.cancelAnyway'),
            isConsent: true,
            onPress() {
              isAsking.value = false;
              result.act({ kind: 'cancel' });
            },
          },
        ]}
        onCancel={() => {
          isAsking.value = false;
        }}
        cancelLabel={i18n.t('batch.keepRest')}
        nextFocus="#batch-heading"
      />
    );
  }
  return (
    <div class="buttons" data-next-focus="#batch-heading">
      <button type="button" onClick={() => result.act({ kind: isPaused ? 'resume' : 'pause' })}>
        {i18n.t(isPaused ? 'batch.resume' : 'batch.pause')}
      </button>
      <button
        type="button"
        onClick={() => {
          isAsking.value = true;
        }}
      >
        {i18n.t('batch.cancel')}
      </button>
    </div>
  );
}

/** What leaves some of the rows that have no report. */
function Filters() {
  const { result } = useBulk();
  const counts = result.counts.value;
  const kinds = ROW_FILTERS.filter((filter) => filter !== 'all' && counts[filter] > 0);
  return (
    <div class="chips">
      {(kinds.length > 1 ? (['all', ...kinds] as const) : kinds).map((filter) => (
        <button
          key={filter}
          type="button"
          aria-pressed={result.filter.value === filter || kinds.length === 1}
          onClick={() => result.choose(filter)}
        >
          {i18n.t(`batch.filter.${filter}`, [countText(counts[filter])])}
        </button>
      ))}
    </div>
  );
}

/** How to take the result along, and how to send again what failed. */
function Verbs({ line: { id, done, failed } }: { line: BatchLine }) {
  const { result, linkOf, download } = useBulk();
  const { passwordOfBatch } = usePage();
  const copy = useCopy();
  const copied = i18n.t('copied.all');
  function copyDone(): void {
    const entries = result.entries.value;
    const reports = [...entries.values()].flatMap(({ report }) => report ?? []);
    const limits = linkLimits(reports.filter((report) => linkOf(report) !== null));
    void copy(doneLines(entries, linkOf), sentences(copied, ...limits), passwordOfBatch(id));
  }
  return (
    <div class="buttons">
      <button type="button" disabled={done === 0} onClick={copyDone}>
        {i18n.t('batch.copyDone')}
      </button>
      <button
        type="button"
        disabled={failed === 0}
        onClick={() => void copy(result.failedAddresses(), copied)}
      >
        {i18n.t('batch.copyFailed')}
      </button>
      <button type="button" disabled={failed === 0} onClick={() => result.act({ kind: 'retry' })}>
        {i18n.t('batch.retryFailed')}
      </button>
      <button type="button" onClick={download}>
        {i18n.t('batch.download')}
      </button>
    </div>
  );
}

/** What there is to say beside the count: how long it takes, and what did not go well. */
function details({ secondsLeft }: BatchResult, line: BatchLine): string {
  const seconds = secondsLeft.value;
  const cancelled = cancelledCount(line);
  const minutes = seconds === null ? null : Math.ceil(seconds / 60);
  return [
    minutes !== null && counted('batch.minutesLeft', minutes),
    line.failed > 0 && i18n.t('batch.failed', [countText(line.failed)]),
    cancelled > 0 && i18n.t('batch.cancelled', [countText(cancelled)]),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Why nothing of the batch goes out, or that all is done; null where that is told beside it. */
function stateMessage(result: BatchResult, line: BatchLine): string | null {
  const { gate, batches, lookedFor } = result;
  if (!isOpen(line)) return line.done < line.size ? null : i18n.t('batch.allDone');
  const isDropped = line.waiting === 0 && cancelledCount(line) > 0;
  if (isDropped && lookedFor.value > 0 && (gate.value === null || letsLookPass(gate.value))) {
    return counted('batch.lookedFor', lookedFor.value);
  }
  if (line.needsPassword) return i18n.t('batch.needsPassword');
  // The alert says why.
  if (line.pausedBy !== null) return null;
  if (line.isPaused) return i18n.t(line.underWay > 0 ? 'batch.pausing' : 'batch.paused');
  return gate.value === null && isBehind(line, batches.value) ? i18n.t('batch.behind') : null;
}

/** Whether nothing of a batch goes out since an earlier one goes first. */
function isBehind({ underWay, askedAt }: BatchLine, batches: readonly BatchLine[]): boolean {
  const goesFirst = (other: BatchLine) =>
    other.askedAt < askedAt && other.waiting > 0 && !other.isPaused && !other.needsPassword;
  return underWay === 0 && batches.some(goesFirst);
}
