import { type Signal, useSignal } from '@preact/signals';
import { i18n } from '#i18n';
import type { Check } from '@/lib/report/content/check';
import { filterWords, holdsWords } from '@/lib/report/content/field-filter';
import { CheckItem } from './check-item';
import { checkCounts, checkName, detailsSearchText } from './check-texts';
import { ShowMore } from './show-more';

/** So many are shown at first, and with each press of Show more. */
const STEP = 100;

interface CheckListProps {
  /** All checks of the report. */
  checks: readonly Check[];
  /** Those that the filter has found. */
  found: readonly Check[];
  /** Those of them that are shown. */
  shown: readonly Check[];
  failedOnly: Signal<boolean>;
  query: string;
}

/** The checks of a report, failed ones first. */
export function CheckList({ checks, found, shown, failedOnly, query }: CheckListProps) {
  const most = useSignal(STEP);
  const words = filterWords(query);
  const showsGroup = new Set(checks.map(({ group }) => group)).size > 1;
  const numbers = new Map(checks.map((check, index) => [check, index + 1]));
  return (
    // Stays there while nothing of it is found, with how much of it was shown.
    <section class="checks" hidden={found.length === 0} aria-labelledby="checks">
      <div class="section-head">
        <h3 id="checks">{i18n.t('report.checks')}</h3>
        <small>{checkCounts(found)}</small>
        <button
          type="button"
          class="toggle"
          aria-pressed={failedOnly.value}
          onClick={() => {
            failedOnly.value = !failedOnly.value;
          }}
        >
          {i18n.t('report.failedOnly')}
        </button>
      </div>
      {shown.length === 0 && <p class="empty">{i18n.t('report.noneFailed')}</p>}
      <ul aria-labelledby="checks">
        {shown.slice(0, most.value).map((check) => {
          const number = numbers.get(check) ?? 0;
          const isOpen = words.length > 0 && holdsWords(detailsSearchText(check), words);
          return (
            <CheckItem
              // A filter opens the details in which it has found something, and closes them again.
              key={`${number} ${isOpen}`}
              check={check}
              name={checkName(check, number)}
              showsGroup={showsGroup}
              isOpen={isOpen}
            />
          );
        })}
      </ul>
      <ShowMore
        left={shown.length - most.value}
        step={STEP}
        onPress={() => {
          most.value += STEP;
        }}
      />
    </section>
  );
}
