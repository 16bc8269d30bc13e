import type { ComponentChildren } from 'preact';
import { i18n } from '#i18n';
import type { Failure } from '@/lib/failure';
import { FailureLine } from './message-lines';
import { CoveringDialog } from './question';

interface DialogFormProps {
  label: string;
  /** The heading and the fields. */
  children: ComponentChildren;
  /** The label of the button that submits the form; null for a form that only informs. */
  submitLabel: string | null;
  /** Whether a field prevents the submission. */
  isIncomplete?: boolean;
  isSending: boolean;
  /** Why the last submission failed. */
  failure: Failure | null;
  onSubmit: () => void;
  onCancel: () => void;
}

/** A form in a dialog, with a button that submits the form and with *Cancel*. */
export function DialogForm(props: DialogFormProps) {
  const { label, children, submitLabel, isIncomplete, isSending, failure, onSubmit, onCancel } =
    props;
  return (
    <CoveringDialog label={label} onClose={onCancel}>
      <form
        class="stack"
        aria-busy={isSending}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSending) onSubmit();
        }}
      >
        {children}
        <FailureLine failure={failure} />
        <div class="cluster">
          {submitLabel !== null && (
            <button type="submit" class="primary" disabled={isIncomplete} aria-disabled={isSending}>
              {submitLabel}
            </button>
          )}
          <button type="button" onClick={onCancel}>
            {i18n.t('question.cancel')}
          </button>
        </div>
      </form>
    </CoveringDialog>
  );
}
