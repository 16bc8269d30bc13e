import { useEffect, useRef } from 'preact/hooks';
import { i18n } from '#i18n';
import { isFocusFree } from '@/components/app/kept-focus';
import { usePage } from '@/components/app/page-context';
import { PasswordForm } from '@/components/ui/fields/password-form';
import { FailureLine } from '@/components/ui/message-lines';
import type { JobAction, JobLine } from '@/lib/jobs/job';
import { type BatchVerb, batchLineOf } from './batch-line';
import { LinePicture, Said } from './queue-line';

type BatchButton = Exclude<BatchVerb, 'password'>;

const LABELS = {
  undo: 'list.undo',
  cancel: 'task.cancel',
  pause: 'batch.pause',
  resume: 'batch.resume',
  retry: 'batch.retryFailed',
  open: 'task.open',
  dismiss: 'list.dismiss',
} as const;

const ACTIONS: Record<Exclude<BatchButton, 'open'>, JobAction['kind']> = {
  undo: 'cancel',
  cancel: 'cancel',
  pause: 'pause',
  resume: 'resume',
  retry: 'retry',
  dismiss: 'remove',
};

/** A line for each batch. */
export function BatchItems({ batches }: { batches: readonly JobLine[] }) {
  return batches.map((batch) => <BatchItem key={batch.id} batch={batch} />);
}

/** How far a batch is, and what can be done with it. */
function BatchItem({ batch }: { batch: JobLine }) {
  const { actions, activity } = usePage();
  const { id, kind } = batch;
  const { batches, backoff } = activity;
  const { tone, sentence, reason, verbs } = batchLineOf(
    batch,
    backoff.value !== null,
    batches.endingOf(batch),
  );
  const canUndo = verbs.includes('undo');
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // What was pressed to delete is gone, and the focus with it.
    if (canUndo && isFocusFree()) undo.current?.focus();
  }, [canUndo]);
  function press(verb: BatchButton): void {
    if (verb === 'open') actions.onOpenBatch(id);
    // A batch of creations stays among the last ones.
    else if (verb === 'dismiss' && kind === 'create') batches.update(batch, { kind: 'markSeen' });
    else batches.update(batch, { kind: ACTIONS[verb] });
  }
  return (
    <li class={`line is-${tone}`}>
      <LinePicture tone={tone} report={null} />
      <Said sentence={sentence} reason={reason} about={null} />
      {verbs.includes('password') ? (
        <PasswordForm
          id={`password-${id}`}
          label={i18n.t('batch.password')}
          onGive={(password) => batches.update(batch, { kind: 'resume', password })}
          onDiscard={() => batches.update(batch, { kind: 'cancel' })}
        />
      ) : (
        verbs.length > 0 && (
          <div class="verbs">
            {verbs
              .filter((verb): verb is BatchButton => verb !== 'password')
              .map((verb) => (
                <button
                  key={verb}
                  {...(verb === 'undo' && { ref: undo })}
                  type="button"
                  onClick={() => press(verb)}
                >
                  {i18n.t(LABELS[verb])}
                </button>
              ))}
          </div>
        )
      )}
      <FailureLine failure={batches.failureAt(batch)} />
    </li>
  );
}
