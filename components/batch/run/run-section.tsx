import { useSignal } from '@preact/signals';
import { i18n } from '#i18n';
import { useViewFocus, ViewHeader } from '@/components/app/view-header';
import { useBatch } from '@/components/batch/batch-model';
import { batchName, batchProgress } from '@/components/batch/batch-name';
import { attemptExport } from '@/components/export/attempt-export';
import { useCopy, usePage } from '@/components/page/page-context';
import { pausedByService } from '@/components/queue/batch-line';
import { counted, countText, sentences } from '@/components/text/language';
import { linkLimits } from '@/components/text/messages/copy-message';
import { PasswordForm } from '@/components/ui/fields/password-form';
import { type MenuItem, MoreButton } from '@/components/ui/menu';
import { AlertLine, FailureLine, StatusLine } from '@/components/ui/message-lines';
import { Question } from '@/components/ui/question';
import { isOpen } from '@/lib/jobs/job';
import type { JobLine } from '@/lib/jobs/types';
import { doneLines } from './result-rows';
import type { BatchResult } from './result-state';

interface RunHeaderProps {
  line: JobLine;
  isLoading: boolean;
}

/** The head of a batch: its name, numbers and actions, and one line about its state. */
export function RunHeader({ line, isLoading }: RunHeaderProps) {
  const { result } = useBatch();
  const { queued, needsAttention } = line.counts;
  const failure = result.failureOf('pause', 'resume', 'cancel', 'retry');
  useViewFocus('#batch-heading');
  return (
    <>
      <ViewHeader id="batch-heading" title={batchName(line)}>
        <small class="count grow quiet">{details(result, line)}</small>
        <div class="cluster compact">
          {queued > 0 && <Steering line={line} />}
          {needsAttention > 0 && (
            <button type="button" onClick={() => result.act({ kind: 'retry' })}>
              {i18n.t('batch.retryFailed')}
            </button>
          )}
          <ResultMenu line={line} />
        </div>
      </ViewHeader>
      <div class="run-state inset-inline">
        <FailureLine failure={failure} />
        <StatusLine isVisuallyHidden={failure !== null}>
          {isLoading ? i18n.t('batch.reading') : stateMessage(result, line)}
        </StatusLine>
      </div>
    </>
  );
}

/** The progress of a batch. */
export function RunBar({ line }: { line: JobLine }) {
  const { size } = line;
  const { done, needsAttention, cancelled } = line.counts;
  const share = (count: number) => `${(100 * count) / size}%`;
  return (
    <progress
      class="run-progress"
      aria-label={i18n.t('batch.progressLabel')}
      aria-valuetext={batchProgress(line)}
      max={size}
      value={done + needsAttention + cancelled}
      style={{ '--done': share(done), '--failed': share(done + needsAttention) }}
    />
  );
}

/** Why the batch is paused, and the field for a lost password. */
export function RunTray({ line: { pauseReason } }: { line: JobLine }) {
  const { result } = useBatch();
  return (
    <>
      <AlertLine>
        {pauseReason?.code === 'refusals' && pausedByService(pauseReason.failure)}
      </AlertLine>
      {pauseReason?.code === 'password' && (
        <div class="run-password inset">
          <PasswordForm
            id="batch-password"
            label={i18n.t('batch.password')}
            onSend={(password) => result.act({ kind: 'resume', password })}
          />
        </div>
      )}
    </>
  );
}

/** The buttons of a batch with queued operations. *Cancel* needs a confirmation. */
function Steering({ line: { isPaused, pauseReason } }: { line: JobLine }) {
  const { result } = useBatch();
  const needsPassword = pauseReason?.code === 'password';
  const isConfirming = useSignal(false);
  if (isConfirming.value) {
    return (
      <Question
        text={i18n.t('batch.cancelQuestion')}
        answers={[
          {
            label: i18n.t('batch.cancelAnyway'),
            isConsent: true,
            onPress() {
              isConfirming.value = false;
              result.act({ kind: 'cancel' });
            },
          },
        ]}
        onCancel={() => {
          isConfirming.value = false;
        }}
        cancelLabel={i18n.t('batch.keepRest')}
      />
    );
  }
  return (
    <>
      {!needsPassword && (
        <button type="button" onClick={() => result.act({ kind: isPaused ? 'resume' : 'pause' })}>
          {i18n.t(isPaused ? 'batch.resume' : 'batch.pause')}
        </button>
      )}
      <button
        type="button"
        onClick={() => {
          isConfirming.value = true;
        }}
      >
        {i18n.t('batch.cancel')}
      </button>
    </>
  );
}

/** The menu that copies or saves the result. */
function ResultMenu({ line: { id, counts } }: { line: JobLine }) {
  const { result, linkOf, download, downloadWorkbook } = useBatch();
  const { passwordOfBatch, notices } = usePage();
  const copy = useCopy();
  function copyDone(): void {
    const operations = result.operations.value;
    const reports = [...operations.values()].flatMap((one) => result.reportOf(one) ?? []);
    const limits = linkLimits(reports.filter((report) => linkOf(report) !== null));
    const text = () => doneLines(operations, result.reportOf, linkOf);
    void copy(text, sentences(counted('copied.reports', counts.done), ...limits), {
      password: passwordOfBatch(id),
    });
  }
  const items: (MenuItem | false)[] = [
    counts.done > 0 && { label: i18n.t('batch.copyDone'), onChoose: copyDone },
    counts.needsAttention > 0 && {
      label: i18n.t('batch.copyFailed'),
      onChoose: () =>
        void copy(result.failedAddresses, counted('copied.failed', counts.needsAttention)),
    },
    {
      label: i18n.t('reports.downloadCsv'),
      onChoose: () => void attemptExport(download, notices.announce),
    },
    {
      label: i18n.t('reports.downloadXlsx'),
      onChoose: () => void attemptExport(downloadWorkbook, notices.announce),
    },
  ];
  return <MoreButton items={items.filter((item) => item !== false)} />;
}

/** Returns the progress, the time left, and the numbers of failed and cancelled operations. */
function details({ secondsLeft }: BatchResult, line: JobLine): string {
  const seconds = secondsLeft.value;
  const { needsAttention, cancelled } = line.counts;
  const minutes = seconds === null ? null : Math.ceil(seconds / 60);
  return [
    batchProgress(line),
    minutes !== null && counted('batch.minutesLeft', minutes),
    needsAttention > 0 && i18n.t('batch.failed', [countText(needsAttention)]),
    cancelled > 0 && i18n.t('batch.cancelled', [countText(cancelled)]),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Returns why the batch waits, or how many reports it has created; null if another line says so. */
function stateMessage(result: BatchResult, line: JobLine): string | null {
  const { backoff, batches } = result;
  const { isPaused, pauseReason, size } = line;
  const { queued, sending, unverified, done, cancelled } = line.counts;
  if (!isOpen(line)) {
    const made = counted('batch.made', done);
    return done < size ? made : `${i18n.t('batch.allDone')} · ${made}`;
  }
  const isCancelled = queued === 0 && cancelled > 0;
  // Lookups are probes of the backoff, unless the backoff waits for a person.
  const isLookedUp = backoff.value?.kind !== 'needsPerson';
  if (isCancelled && unverified > 0 && isLookedUp) {
    return counted('batch.lookedFor', unverified);
  }
  if (pauseReason?.code === 'password') return i18n.t('batch.needsPassword');
  // The alert in the tray says why.
  if (pauseReason !== null) return null;
  if (isPaused) return i18n.t(sending + unverified > 0 ? 'batch.pausing' : 'batch.paused');
  return backoff.value === null && isBehind(line, batches.value) ? i18n.t('batch.behind') : null;
}

/** Whether a batch waits for an earlier batch. */
function isBehind({ createdAt, counts }: JobLine, batches: readonly JobLine[]): boolean {
  const goesFirst = (other: JobLine) =>
    other.createdAt < createdAt && other.counts.queued > 0 && !other.isPaused;
  return counts.sending + counts.unverified === 0 && batches.some(goesFirst);
}
