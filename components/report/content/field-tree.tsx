import { i18n } from '#i18n';
import { countText } from '@/components/text/language';
import { openableAddress } from '@/components/text/report-name';
import { quoted } from '@/components/ui/quoting';
import { isNumber } from '@/lib/report/content/readable-name';
import { isEmpty, isSection, openAtFirst } from '@/lib/report/content/sections';
import { type ExtraField, type ExtraValue, fieldsOf, lengthOf } from '@/lib/report/extra-fields';
import { fieldName, valueText } from './field-texts';
import { Fold, ForeignText, InSteps } from './folding';

interface FieldTreeProps {
  fields: readonly ExtraField[];
  /** How many further ones the service sent. */
  more?: number;
  /** Whether all sections are open at first, and not only small ones. */
  isUnfolded?: boolean;
}

/** Fields that the interface does not document: single values by their names, sections that fold. */
export function FieldTree({ fields, more = 0, isUnfolded = false }: FieldTreeProps) {
  const rows = fields.filter((field) => !isSection(field));
  const sections = fields.filter(isSection);
  const open = new Set(isUnfolded ? sections : openAtFirst(sections));
  return (
    <>
      <InSteps entries={rows}>
        {(shown) => (
          <dl class={shown.every(({ name }) => isNumber(name)) ? 'fields items' : 'fields'}>
            {shown.map(({ name, value }, index) => (
              // Names may be the same, and the order is the service's.
              <div key={index}>
                <dt title={name}>
                  <bdi>{fieldName(name)}</bdi>
                </dt>
                <dd>
                  <FieldValue value={value} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </InSteps>
      <InSteps entries={sections}>
        {(shown) => (
          <div class="sections">
            {shown.map((section, index) => (
              <Fold
                key={index}
                class="section"
                isOpenAtFirst={open.has(section)}
                summary={<SectionName section={section} />}
              >
                {() => (
                  <div class="section-body">
                    <FieldTree
                      fields={fieldsOf(section.value)}
                      more={lengthOf(section.value) - fieldsOf(section.value).length}
                      isUnfolded={isUnfolded}
                    />
                  </div>
                )}
              </Fold>
            ))}
          </div>
        )}
      </InSteps>
      {more > 0 && <p class="note">{i18n.t('report.more', [countText(more)])}</p>}
    </>
  );
}

/**
 * A section's name and, while it is folded, its size; of an item of a list the first text, which tells
 * it from others.
 */
function SectionName({ section: { name, value } }: { section: ExtraField }) {
  const parts = fieldsOf(value);
  const text = parts.find((part) => typeof part.value === 'string' && !isEmpty(part.value));
  return (
    <>
      <bdi title={name}>{fieldName(name)}</bdi>{' '}
      <small class="folded">
        {isNumber(name) && text ? (
          <bdi>{quoted(valueText(text.value))}</bdi>
        ) : (
          countText(lengthOf(value))
        )}
      </small>
    </>
  );
}

/** A single value. What a date came as is there on hover. */
export function FieldValue({ value }: { value: ExtraValue }) {
  const text = valueText(value);
  if (text !== value) return <bdi title={isEmpty(value) ? undefined : String(value)}>{text}</bdi>;
  const url = /\s/.test(text) ? null : openableAddress(text);
  if (url === null) return <ForeignText text={text} />;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" dir="ltr">
      {text}
    </a>
  );
}
