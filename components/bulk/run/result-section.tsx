import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { i18n } from '#i18n';
import { pausedByService, retryTime } from '@/components/activity/activity-words';
import { WhatIsWrong } from '@/components/report/wrong/what-is-wrong';
import { counted, countText, sentences } from '@/components/text/language';
import { failureMessage, whatHappened } from '@/components/text/messages/failure-message';
import { PasswordForm } from '@/components/ui/fields/password-form';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import { Question } from '@/components/ui/question';
import { type BatchLine, cancelledCount, isOpen } from '@/lib/task/batch/batch';
import { letsLookPass } from '@/lib/task/gate/gate';
import { doneLines } from './result-rows';
import { type BatchResult, RESULT_FILTERS } from './result-state';
import { ResultTable, type ResultTableProps } from './result-table';

export interface ResultSectionProps extends Pick<ResultTableProps, 'linkOf'> {
  result: BatchResult;
  line: BatchLine;
  onCopy: (text: string) => Promise<void>;
  /** Hands the result of the batch to the person as a file. */
  onDownload: () => void;
}

/** One batch: how far it is, and what has become of each address. */
export function ResultSection(props: ResultSectionProps) {
  const { result, line, linkOf, onCopy, onDownload } = props;
  const { size, done, failed, isPaused, needsPassword } = line;
  const ended = done + failed + cancelledCount(line);
  const copied = useSignal('');
  // Only what comes next is news.
  useLayoutEffect(() => {
    copied.value = '';
  }, [ended, line.underWay, isPaused, copied]);
  const copy = async (text: string) => {
    await onCopy(text);
    copied.value = i18n.t('batch.copied');
  };
  return (
    <section class="result" aria-labelledby="result-heading">
      <div class="result-head">
        <h2 id="result-heading" tabIndex={-1}>
          {i18n.t('batch.progress', [countText(ended), countText(size)])}
        </h2>
        <p class="note">{details(result, line)}</p>
        {line.waiting > 0 && <Steering result={result} isPaused={isPaused} />}
      </div>
      <div
        class="progress"
        role="progressbar"
        aria-label={i18n.t('batch.progressLabel')}
        aria-valuemin={0}
        aria-valuemax={size}
        aria-valuenow={ended}
        aria-valuetext={i18n.t('batch.progress', [countText(ended), countText(size)])}
      >
        <span class="is-done" style={{ inlineSize: `${(100 * done) / size}%` }} />
        <span class="is-failed" style={{ inlineSize: `${(100 * failed) / size}%` }} />
      </div>
      <AlertLine>{line.pausedBy && pausedByService(line.pausedBy)}</AlertLine>
      <StatusLine>{copied.value || stateMessage(result, line)}</StatusLine>
      {needsPassword && (
        <PasswordForm
          id="batch-password"
          label={i18n.t('batch.password')}
          onGive={(password) => result.act({ kind: 'password', password })}
        />
      )}
      {!isOpen(line) && <WhatIsWrong filter={result.findings} />}
      <div class="find-rows">
        <Filters result={result} line={line} />
        <div class="buttons">
          <button
            type="button"
            disabled={done === 0}
            onClick={() => void copy(doneLines(result.entries.value, linkOf))}
          >
            {i18n.t('batch.copyDone')}
          </button>
          <button
            type="button"
            disabled={failed === 0}
            onClick={() => void copy(result.failedAddresses())}
          >
            {i18n.t('batch.copyFailed')}
          </button>
          <button
            type="button"
            disabled={failed === 0}
            onClick={() => {
              result.act({ kind: 'retry' });
              // The filter would show none of what is sent again.
              result.choose('all');
            }}
          >
            {i18n.t('batch.retryFailed')}
          </button>
          <button type="button" onClick={onDownload}>
            {i18n.t('batch.download')}
          </button>
        </div>
      </div>
      <ResultTable result={result} linkOf={linkOf} />
    </section>
  );
}

/** What can be done where anything is still to be sent; Cancel asks first. */
function Steering({ result, isPaused }: { result: BatchResult; isPaused: boolean }) {
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
        nextFocus="#result-heading"
      />
    );
  }
  return (
    <div class="buttons">
      {result.gate.value && (
        <button type="button" onClick={result.retryNow}>
          {i18n.t('queue.retryNow')}
        </button>
      )}
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

function Filters({ result, line }: { result: BatchResult; line: BatchLine }) {
  const counts = {
    all: line.size,
    waiting: line.waiting + line.underWay,
    done: line.done,
    failed: line.failed,
    cancelled: cancelledCount(line),
  };
  const filters = RESULT_FILTERS.filter((one) => one !== 'cancelled' || counts.cancelled > 0);
  return (
    <div class="chips">
      {filters.map((filter) => (
        <button
          key={filter}
          type="button"
          aria-pressed={result.filter.value === filter}
          onClick={() => result.choose(filter)}
        >
          {i18n.t(`batch.filter.${filter}`, [countText(counts[filter])])}
        </button>
      ))}
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

/** Why nothing goes out, or that all is done; null where the details tell what was not. */
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
  const closed = gate.value;
  if (closed === null) return isBehind(line, batches.value) ? i18n.t('batch.behind') : null;
  return closed.until === null
    ? failureMessage(closed.failure)
    : sentences(whatHappened(closed.failure), retryTime(closed.until));
}

/** Whether nothing of a batch goes out since an earlier one goes first. */
function isBehind({ underWay, askedAt }: BatchLine, batches: readonly BatchLine[]): boolean {
  const goesFirst = (other: BatchLine) =>
    other.askedAt < askedAt && other.waiting > 0 && !other.isPaused && !other.needsPassword;
  return underWay === 0 && batches.some(goesFirst);
}
