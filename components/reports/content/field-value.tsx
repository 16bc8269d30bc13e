import { i18n } from '#i18n';
import { Quoting } from '@/components/ui/quoting';
import { formOf } from '@/lib/report/content/value-form';
import type { ExtraValue } from '@/lib/report/extra-fields';
import { formText } from './value-text';

/** Longer texts are folded. */
const LONG_TEXT = 300;

interface FieldValueProps {
  /** The name that tells what it is. */
  name: string;
  /** A single value, or an empty list or object. */
  value: ExtraValue;
}

/** One value that somebody else sent, by its own form; what it came as is there on hover. */
export function FieldValue({ name, value }: FieldValueProps) {
  const form = formOf(name, value);
  const raw = typeof value === 'object' ? undefined : String(value);
  const text = formText(form);
  switch (form.kind) {
    case 'address':
      return (
        <a href={form.url} target="_blank" rel="noopener noreferrer" dir="ltr">
          {form.url}
        </a>
      );
    case 'moment':
    case 'day':
      return (
        <time dateTime={form.iso} title={raw}>
          {text}
        </time>
      );
    case 'score':
      return <b>{text}</b>;
    case 'text':
      return <ForeignText text={text} />;
    default:
      return <bdi title={text === raw ? undefined : raw}>{text}</bdi>;
  }
}

/** Somebody else's text; a long one folds. */
export function ForeignText({ text }: { text: string }) {
  if (text.length <= LONG_TEXT) return <bdi>{text}</bdi>;
  return (
    <details class="long-text">
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
