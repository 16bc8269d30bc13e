import { useSignal } from '@preact/signals';
import { formText } from '@/components/reports/content/value-text';
import { countText } from '@/components/text/language';
import { quoted } from '@/components/ui/quoting';
import { readableName } from '@/lib/report/content/name-words';
import { isInline, partsOf } from '@/lib/report/content/sections';
import { formOf, labelOf } from '@/lib/report/content/value-form';
import { type ExtraField, type ExtraValue, fieldsOf } from '@/lib/report/extra-fields';
import { FieldValue } from './field-value';
import { Fold } from './fold';
import { ShowMore } from './show-more';

/** So many parts of a section are shown at first, and with each press of Show more. */
const STEP = 100;

interface FieldTreeProps {
  /** As `withNumberedItems` leaves them. */
  fields: readonly ExtraField[];
  /** Whether a section is open at first. */
  isOpen: (field: ExtraField) => boolean;
}

/** Fields that the interface does not document: single values by their names, sections that fold. */
export function FieldTree({ fields, isOpen }: FieldTreeProps) {
  const most = useSignal(STEP);
  return (
    <>
      {inRuns(fields.slice(0, most.value)).map((run, index) => {
        const [first] = run;
        // Names may be the same, and the order is the service's.
        return first && !isInline(first.value) ? (
          <Section key={index} field={first} isOpen={isOpen} />
        ) : (
          <dl key={index} class="fields">
            {run.map((field, at) => (
              <Row key={at} field={field} />
            ))}
          </dl>
        );
      })}
      <ShowMore
        left={fields.length - most.value}
        step={STEP}
        onPress={() => {
          most.value += STEP;
        }}
      />
    </>
  );
}

/** Neighbouring single values together, and each section alone. */
function inRuns(fields: readonly ExtraField[]): ExtraField[][] {
  const runs: ExtraField[][] = [];
  for (const field of fields) {
    const last = runs.at(-1);
    const goesOn = isInline(field.value) && last?.[0] && isInline(last[0].value);
    if (goesOn) last.push(field);
    else runs.push([field]);
  }
  return runs;
}

function Row({ field: { name, value } }: { field: ExtraField }) {
  return (
    <div>
      <dt title={name}>
        <bdi>{labelOf(name, value)}</bdi>
      </dt>
      <dd>
        {Array.isArray(value) && value.length > 0 ? (
          <ValueList name={name} values={value} />
        ) : (
          <FieldValue name={name} value={value} />
        )}
      </dd>
    </div>
  );
}

function ValueList({ name, values }: { name: string; values: readonly ExtraValue[] }) {
  const most = useSignal(STEP);
  return (
    <>
      <ul class="values" aria-label={readableName(name)}>
        {values.slice(0, most.value).map((value, index) => (
          <li key={index}>
            <FieldValue name={name} value={value} />
          </li>
        ))}
      </ul>
      <ShowMore
        left={values.length - most.value}
        step={STEP}
        onPress={() => {
          most.value += STEP;
        }}
      />
    </>
  );
}

/** A list or an object, folded or not. */
function Section({ field, isOpen }: { field: ExtraField; isOpen: FieldTreeProps['isOpen'] }) {
  const { name, value } = field;
  return (
    <Fold
      class="section"
      title={name}
      isOpenAtFirst={isOpen(field)}
      summary={
        <>
          <bdi>{labelOf(name, value)}</bdi> <SectionHint field={field} />
        </>
      }
    >
      {() => (
        <div class="section-body">
          {Array.isArray(value) ? (
            <ValueList name={name} values={value} />
          ) : (
            <FieldTree fields={fieldsOf(value)} isOpen={isOpen} />
          )}
        </div>
      )}
    </Fold>
  );
}

/** What tells a folded section from its neighbours: of a numbered one its first text. */
function SectionHint({ field: { name, value } }: { field: ExtraField }) {
  const isNumbered = /^\d+$/.test(name);
  const first = fieldsOf(value).find(
    (part) => typeof part.value === 'string' && part.value.trim() !== '',
  );
  return (
    <small class={isNumbered ? 'folded' : undefined}>
      {isNumbered && first ? (
        <bdi>{quoted(formText(formOf(first.name, first.value)))}</bdi>
      ) : (
        countText(partsOf(value).length)
      )}
    </small>
  );
}
