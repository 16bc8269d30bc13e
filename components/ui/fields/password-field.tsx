import { i18n } from '#i18n';
import { type Announce, announceCopy } from '@/components/text/messages/copy-message';
import { IconButton } from '@/components/ui/icon';
import { TextField } from './text-field';

interface PasswordFieldProps {
  /** Unique on the page. */
  id?: string;
  value: string;
  problem: string | null;
  hint?: string;
  onEnter: (text: string) => void;
  onCopy: (text: string) => Promise<void>;
  /** Called when copying has succeeded or failed. */
  onCopied: Announce;
}

/** The text is readable, because people share the password of a report. */
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
        icon="die"
        onClick={() => onEnter(strongPassword())}
      />
      <IconButton
        label={i18n.t('form.copyPassword')}
        icon="copy"
        disabled={value === ''}
        onClick={() => void announceCopy(onCopy(value), i18n.t('form.passwordCopied'), onCopied)}
      />
    </TextField>
  );
}

/** Letters and digits that are hard to confuse when read aloud or copied by hand. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 20;
/** The remainders of larger random bytes would favour the first letters of the alphabet. */
const FAIR_LIMIT = 256 - (256 % ALPHABET.length);

/** Returns about 116 random bits. */
export function strongPassword(): string {
  let password = '';
  while (password.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) {
      if (byte < FAIR_LIMIT && password.length < LENGTH)
        password += ALPHABET[byte % ALPHABET.length];
    }
  }
  return password;
}
