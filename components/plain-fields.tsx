import { i18n } from '#i18n';
import type { PlainField } from '@/lib/model/plain-field';
import { isWebAddress } from './report-name';

/** Longer texts are folded. */
const LONG_TEXT = 300;

/** Fields that the interface does not document, as labelled plain text. */
export function PlainFields({ fields }: { fields: readonly PlainField[] }) {
  return (
    <dl class="fields">
      {fields.map(({ path, text }) => (
        <div key={path.join('\n')}>
          <dt>
            <bdi>{path.join(' › ')}</bdi>
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
          <bdi>{text.slice(0, 80)}…</bdi> {i18n.t('report.whole')}
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
