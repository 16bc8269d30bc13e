import { useSignal } from '@preact/signals';
import { i18n } from '#i18n';
import { counted, countText } from '@/components/text/language';
import { StatusLine } from '@/components/ui/message-lines';
import type { Arrangement } from '@/lib/report/content/checks';
import { sizeOf } from '@/lib/report/content/sections';
import { REPORT_BOUNDS } from '@/lib/report/extra-fields';
import { CheckItem } from './check-item';
import { filterFields, filterWords, isFound, isFoundWithin } from './field-filter';
import { checkCounts } from './field-texts';
import { FieldTree } from './field-tree';
import { InSteps } from './folding';

/** As many values as a filter shows at most: whoever looks for something types one letter more. */
const MOST_FOUND = 100;

/** So many are found by a look. */
const MOST_UNFILTERED = 8;

interface ReportContentProps extends Arrangement {
  /** The report's identifier. */
  id: string;
  /** Whether the service sent more than is shown. */
  isCut: boolean;
}

/** What the service says of a report beyond what the interface documents. */
export function ReportContent({ id, checks, fields, isCut }: ReportContentProps) {
  const query = useSignal('');
  const failedOnly = useSignal(false);
  const size = checks.length + fields.reduce((sum, field) => sum + sizeOf(field), 0);
  const words = filterWords(query.value);
  const isFiltering = words.length > 0;
  const all = [...fields, { name: i18n.t('report.id'), value: id }];
  const found = isFiltering ? filterFields(all, words, MOST_FOUND) : { fields: all, count: 0 };
  const foundChecks = isFiltering ? checks.filter((check) => isFound(check, words)) : checks;
  const shownChecks = foundChecks.filter(({ isPassed }) => !(failedOnly.value && isPassed));
  const hasGroups = new Set(checks.map(({ group }) => group)).size > 1;
  return (
    <div class="content">
      {size > MOST_UNFILTERED && (
        <input
          type="search"
          aria-label={i18n.t('report.filterFields')}
          placeholder={i18n.t('report.filterFields')}
          value={query.value}
          spellcheck={false}
          autocomplete="off"
          onInput={(event) => {
            query.value = event.currentTarget.value;
          }}
        />
      )}
      <StatusLine>{isFiltering && matchSentence(shownChecks.length, found.count)}</StatusLine>
      {foundChecks.length > 0 && (
        <section class="checks" aria-labelledby="checks">
          <div class="section-head">
            <h3 id="checks">{i18n.t('report.checks')}</h3>
            <small>{checkCounts(foundChecks)}</small>
            {checks.some(({ isPassed }) => !isPassed) && (
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
            )}
          </div>
          {shownChecks.length === 0 && <p class="empty">{i18n.t('report.noneFailed')}</p>}
          {/* With other words, other checks stand in the same places. */}
          <InSteps key={words.join(' ')} entries={shownChecks}>
            {(shown) => (
              <ul aria-labelledby="checks">
                {shown.map((check, index) => (
                  <CheckItem
                    key={index}
                    check={check}
                    showsGroup={hasGroups && check.group !== ''}
                    isOpen={isFoundWithin(check, words)}
                  />
                ))}
              </ul>
            )}
          </InSteps>
        </section>
      )}
      {found.fields.length > 0 && (
        <section class="further-fields" aria-labelledby="further">
          <h3 id="further">{i18n.t('report.details')}</h3>
          {/* What was folded by hand must not hide what is found next. */}
          <FieldTree key={words.join(' ')} fields={found.fields} isUnfolded={isFiltering} />
        </section>
      )}
      {isCut && <p class="note">{i18n.t('report.cut', [countText(REPORT_BOUNDS.values)])}</p>}
    </div>
  );
}

function matchSentence(checkCount: number, fieldCount: number): string {
  const count = checkCount + fieldCount;
  if (count === 0) return i18n.t('report.noMatch');
  const matches = counted('report.matches', count);
  if (fieldCount <= MOST_FOUND) return matches;
  return i18n.t('report.firstMatches', [matches, countText(MOST_FOUND)]);
}
