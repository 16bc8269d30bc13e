import type { PlainField } from '@/lib/model/plain-field';

/** Fields that the interface does not document, as labelled plain text. */
export function PlainFields({ fields }: { fields: readonly PlainField[] }) {
  return (
    <dl class="fields">
      {fields.map(({ path, text }) => (
        <div key={path.join('\n')}>
          <dt dir="auto">{path.join(' › ')}</dt>
          <dd dir="auto">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
