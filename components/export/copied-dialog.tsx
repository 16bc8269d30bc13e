import { i18n } from '#i18n';
import { useReports } from '@/components/reports/reports-page';
import { direction, language } from '@/components/text/language';
import { isLanguage, LANGUAGE_NAMES } from '@/components/text/languages';
import { CopyButton } from '@/components/ui/copy-button';
import { SelectField } from '@/components/ui/fields/select-field';
import { AlertLine } from '@/components/ui/message-lines';
import { CoveringDialog } from '@/components/ui/question';
import { documentText } from './document';

const LANGUAGES = Object.keys(LANGUAGE_NAMES)
  .filter(isLanguage)
  .map((value) => ({ value, label: LANGUAGE_NAMES[value] }));

/** The dialog that shows a copied text, and writes the text in another language. */
export function CopiedDialog() {
  const { copiedText } = useReports();
  return copiedText.shown.value !== null && <OpenCopiedDialog />;
}

function OpenCopiedDialog() {
  const { copiedText } = useReports();
  const { shown, written, failure, choose, copy, copyMarkdown, close } = copiedText;
  if (shown.value === null) return null;
  const title = i18n.t('copied.viewTitle');
  return (
    <CoveringDialog class="copied" label={title} onClose={close}>
      <h3>{title}</h3>
      <SelectField
        label={i18n.t('copied.language')}
        value={shown.value.language}
        options={LANGUAGES}
        onChoose={(chosen) => void choose(chosen)}
      />
      <section class="copied-text" aria-label={title}>
        {written.value.map(({ document, words }, index) => (
          <pre key={index} lang={language(words)} dir={direction(words)}>
            {documentText(document, words)}
          </pre>
        ))}
      </section>
      <AlertLine>{failure.value}</AlertLine>
      <div class="cluster">
        <CopyButton label={i18n.t('copied.copy')} isPrimary onCopy={copy} />
        {shown.value.isForTracker && (
          <CopyButton label={i18n.t('copied.copyMarkdown')} onCopy={copyMarkdown} />
        )}
        <button type="button" onClick={close}>
          {i18n.t('copied.close')}
        </button>
      </div>
    </CoveringDialog>
  );
}
