import { i18n } from '#i18n';
import { type Announce, announceCopy } from '@/components/text/messages/copy-message';
import { IconButton } from '@/components/ui/icon';
import { TextField } from './text-field';

interface PasswordFieldProps {
  /** Unique on the page. */
  id?: string;
  value: string;
  problem: string | null;
  /** See `TextField`. */
  announcesProblem?: boolean;
  hint?: string;
  /** The announcement of a copied password. */
  copied: string;
  onEnter: (text: string) => void;
  onCopy: (text: string) => Promise<void>;
  /** Called when the copy has succeeded or failed. */
  onCopied: Announce;
}

/** Shows the password, because people share the password of a report. */
export function PasswordField({ id = 'password', value, ...props }: PasswordFieldProps) {
  const { problem, announcesProblem = false, onEnter, onCopy } = props;
  const { hint = i18n.t('form.passwordHint') } = props;
  return (
    <TextField
      id={id}
      label={i18n.t('form.reportPassword')}
      value={value}
      onEnter={onEnter}
      problem={problem}
      announcesProblem={announcesProblem}
      hint={hint}
    >
      <IconButton
        label={i18n.t('form.makePassword')}
        icon="die"
        onClick={() => onEnter(strongPassword())}
      />
      <IconButton
        label={i18n.t('form.copyPassword')}
        icon="copy"
        disabled={value === ''}
        onClick={() => void announceCopy(onCopy(value), props.copied, props.onCopied)}
      />
    </TextField>
  );
}

/** Omits letters and digits that look alike, such as `l` and `1`. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const PASSWORD_LENGTH = 20;
/**
 * Larger bytes are skipped, because they would make the first letters of the alphabet more
 * frequent.
 */
const BYTE_LIMIT = 256 - (256 % ALPHABET.length);

/** The password has about 116 random bits. */
export function strongPassword(): string {
  let password = '';
  while (password.length < PASSWORD_LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(PASSWORD_LENGTH))) {
      if (byte < BYTE_LIMIT && password.length < PASSWORD_LENGTH)
        password += ALPHABET[byte % ALPHABET.length];
    }
  }
  return password;
}
