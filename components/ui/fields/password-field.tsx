import { i18n } from '#i18n';
import { type Announce, announceCopy } from '@/components/text/messages/copy-message';
import { IconButton } from '@/components/ui/icon-button';
import { strongPassword } from './strong-password';
import { TextField } from './text-field';

const DIE = 'M5 5h14v14H5zM9 9h.01M15 15h.01M15 9h.01M9 15h.01M12 12h.01';
const TWO_SHEETS = 'M9 9h10v11H9zM5 15V4h10';

interface PasswordFieldProps {
  /** Unique on the page; default: `password`. */
  id?: string;
  value: string;
  problem: string | null;
  hint?: string;
  onEnter: (text: string) => void;
  onCopy: (text: string) => Promise<void>;
  /** Says what has come of copying. */
  onCopied: Announce;
}

/** The password that a report asks for; readable, since it is made to be passed on. */
export function PasswordField({ id = 'password', value, ...props }: PasswordFieldProps) {
  const { problem, hint = i18n.t('form.passwordHint'), onEnter, onCopy, onCopied } = props;
  return (
    <TextField
      id={id}
      label={i18n.t('form.reportPassword')}
      value={value}
      onEnter={onEnter}
      problem={problem}
      hint={hint}
    >
      <IconButton
        label={i18n.t('form.makePassword')}
        outline={DIE}
        onClick={() => onEnter(strongPassword())}
      />
      <IconButton
        label={i18n.t('form.copyPassword')}
        outline={TWO_SHEETS}
        disabled={value === ''}
        onClick={() => void announceCopy(onCopy(value), i18n.t('form.passwordCopied'), onCopied)}
      />
    </TextField>
  );
}
