import { i18n } from '#i18n';
import { Icon } from '@/components/icon';
import { TextField } from '@/components/text-field';

interface PasswordFieldProps {
  value: string;
  onEnter: (text: string) => void;
  onMake: () => void;
  onCopy: (text: string) => void;
  problem: string | null;
}

/** The password that a report asks for; readable, since it is made to be passed on. */
export function PasswordField({ value, onEnter, onMake, onCopy, problem }: PasswordFieldProps) {
  return (
    <TextField
      label={i18n.t('form.reportPassword')}
      value={value}
      onEnter={onEnter}
      problem={problem}
      hint={i18n.t('form.passwordHint')}
    >
      <button
        type="button"
        class="icon-button"
        aria-label={i18n.t('form.makePassword')}
        title={i18n.t('form.makePassword')}
        onClick={onMake}
      >
        <Icon name="dice" />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={i18n.t('form.copyPassword')}
        title={i18n.t('form.copyPassword')}
        disabled={value === ''}
        onClick={() => onCopy(value)}
      >
        <Icon name="copy" />
      </button>
    </TextField>
  );
}
