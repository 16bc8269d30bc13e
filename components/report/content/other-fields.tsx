import { i18n } from '#i18n';
import { cutText } from '@/lib/cut-text';
import type { ExtraFields } from '@/lib/report/extra-fields';
import { amountText } from './amounts';
import { fieldsText } from './field-texts';
import { Fold } from './folding';

/** In characters: nobody reads more of it. */
const LONGEST = 20_000;

/** Everything that the service said and that has no place of its own, as text. */
export function OtherFields({ fields, more = 0, isCut }: ExtraFields) {
  const text = fieldsText(fields, more);
  if (text === '') return null;
  return (
    <Fold class="other-fields" summary={<h3>{i18n.t('report.otherFields')}</h3>}>
      {() => (
        <>
          <pre dir="auto">{cutText(text, LONGEST)}</pre>
          {(isCut || text.length > LONGEST) && (
            <p class="note">{i18n.t('report.cut', [amountText(LONGEST, 'bytes')])}</p>
          )}
        </>
      )}
    </Fold>
  );
}
