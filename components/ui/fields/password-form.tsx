import { useSignal } from '@preact/signals';
import { i18n } from '#i18n';
import { focusFirstProblem } from '@/components/ui/fields/text-field';
import { TextField } from './text-field';

interface PasswordFormProps {
  id: string;
  label: string;
  onSend: (password: string) => void;
  /** Absent if another control discards the operation. */
  onDiscard?: () => void;
}

/** Asks for the password of a stored operation. Passwords are lost when the browser closes. */
export function PasswordForm({ id, label, onSend, onDiscard }: PasswordFormProps) {
  const password = useSignal('');
  /** Whether the field was empty at the last press of *Send*. */
  const isMissing = useSignal(false);
  return (
    <form
      class="stack tight"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        isMissing.value = password.value === '';
        if (isMissing.value) focusFirstProblem(event.currentTarget);
        else onSend(password.value);
      }}
    >
      <TextField
        id={id}
        label={label}
        value={password.value}
        onEnter={(text) => {
          password.value = text;
          isMissing.value = false;
        }}
        problem={isMissing.value ? i18n.t('problem.passwordMissing') : null}
        announcesProblem
      />
      <div class="cluster compact small">
        <button type="submit">{i18n.t('operation.send')}</button>
        {onDiscard && (
          <button type="button" onClick={onDiscard}>
            {i18n.t('operation.discard')}
          </button>
        )}
      </div>
    </form>
  );
}
