import { i18n } from '#i18n';
import type { ConnectedPopup } from '@/components/popup/popup-state';
import { copyMessage } from '@/components/text/copy-message';
import { IconButton } from '@/components/ui/icon-button';
import { TextField } from '@/components/ui/text-field';
import type { ReportForm } from '@/lib/page/report-form';

const DIE = 'M5 5h14v14H5zM9 9h.01M15 15h.01M15 9h.01M9 15h.01M12 12h.01';
const TWO_SHEETS = 'M9 9h10v11H9zM5 15V4h10';

interface PasswordFieldProps {
  form: Pick<ReportForm, 'password' | 'enterPassword' | 'makePassword'>;
  notice: ConnectedPopup['notice'];
  problem: string | null;
  onCopy: (text: string) => Promise<void>;
}

/** The password that a report asks for; readable, since it is made to be passed on. */
export function PasswordField({ form, notice, problem, onCopy }: PasswordFieldProps) {
  const value = form.password.value;
  return (
    <TextField
      id="password"
      label={i18n.t('form.reportPassword')}
      value={value}
      onEnter={form.enterPassword}
      problem={problem}
      hint={i18n.t('form.passwordHint')}
    >
      <IconButton label={i18n.t('form.makePassword')} outline={DIE} onClick={form.makePassword} />
      <IconButton
        label={i18n.t('form.copyPassword')}
        outline={TWO_SHEETS}
        disabled={value === ''}
        onClick={async () => {
          notice.value = { text: await copyMessage(onCopy(value), i18n.t('form.passwordCopied')) };
        }}
      />
    </TextField>
  );
}
