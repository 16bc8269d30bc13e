import { i18n } from '#i18n';
import { isWebAddress } from '@/components/text/report-name';
import { Quoting } from '@/components/ui/quoting';
import type { ExtraField } from '@/lib/report/extra-fields';

/** Longer texts are folded. */
const LONG_TEXT = 300;

/** Fields that the interface does not document, as labelled plain text. */
export function ExtraFieldList({ fields }: { fields: readonly ExtraField[] }) {
  return (
    <dl class="fields">
      {fields.map(({ path, text }, index) => (
        // Shortened names may be the same, and the order is the service's.
        <div key={index}>
          <dt>
            {path.map((name, depth) => (
              <>
                {depth > 0 && ' › '}
                <bdi>{name}</bdi>
              </>
            ))}
          </dt>
          <dd>
            <PlainText text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function PlainText({ text }: { text: string }) {
  if (text.length > LONG_TEXT) {
    return (
      <details>
        <summary>
          <span class="folded">
            <Quoting text={text} sentence={(excerpt) => `${excerpt} ${i18n.t('report.whole')}`} />
          </span>
          <span class="unfolded">{i18n.t('report.less')}</span>
        </summary>
        <bdi>{text}</bdi>
      </details>
    );
  }
  if (!isWebAddress(text)) return <bdi>{text}</bdi>;
  return (
    <a href={text} target="_blank" rel="noopener noreferrer" dir="ltr">
      {text}
    </a>
  );
}
