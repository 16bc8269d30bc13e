import { i18n } from '#i18n';
import type { FirstPopup, PopupActions, WholePopup } from '@/components/popup/popup-state';
import { StatusLine } from '@/components/ui/message-lines';
import { PrivacyChoice } from '@/components/ui/privacy-choice';
import { TextField } from '@/components/ui/text-field';
import { Privacy } from '@/lib/report/privacy';

interface NewReportProps extends Pick<PopupActions, 'onCopy'> {
  first: FirstPopup;
  /** Null until it comes. */
  whole: WholePopup | null;
}

/** The form that reports the page in front, or any other address. */
export function NewReport({ first, whole, onCopy }: NewReportProps) {
  const { form } = whole ?? first;
  const words = whole?.parts.formWords(whole);
  const expectPress = () => whole?.form.expectPress();

  return (
    <form
      class="new-report"
      aria-label={i18n.t('form.label')}
      noValidate
      onPointerEnter={expectPress}
      onFocusIn={expectPress}
      onKeyDown={(event) => {
        // A key held down would submit again and again.
        if (event.key === 'Enter' && event.repeat) event.preventDefault();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        const { currentTarget } = event;
        first.soon((all) => all.parts.pressCreate(all, currentTarget));
      }}
    >
      {form.pageUrl === null && <p class="note">{i18n.t('form.notReportable')}</p>}
      <TextField
        id="url"
        label={i18n.t('form.url')}
        value={form.url.value}
        onEnter={form.enterUrl}
        problem={words?.urlProblem}
        hint={words?.sentUrl}
      />
      {whole && <whole.parts.UrlAlternatives form={whole.form} />}
      <PrivacyChoice
        name="privacy"
        label={i18n.t('privacy.label')}
        value={form.privacy.value}
        onChoose={form.choosePrivacy}
      />
      {whole && form.privacy.value === Privacy.Password && (
        <whole.parts.PasswordField
          form={whole.form}
          copied={whole.copied}
          problem={words?.passwordProblem}
          onCopy={onCopy}
        />
      )}
      <button
        type="submit"
        class="primary"
        aria-disabled={whole?.form.shownSubmission.value?.state === 'sending'}
        onClick={(event) => {
          // The second half of a double click is no wish for a second report.
          if (event.detail > 1) event.preventDefault();
        }}
      >
        {i18n.t('form.create')}
      </button>
      <StatusLine isUnseen={words?.isUnseen}>{words?.status}</StatusLine>
      {whole && <whole.parts.PressAlert submission={whole.form.shownSubmission.value} />}
    </form>
  );
}
