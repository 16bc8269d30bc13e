import { useSignal } from '@preact/signals';
import { i18n } from '#i18n';
import { counted, countText } from '@/components/text/language';
import { StatusLine } from '@/components/ui/message-lines';
import type { CheckGroup } from '@/lib/report/content/check-groups';
import { MOST_CHECKS } from '@/lib/report/content/checks';
import { sizeOf } from '@/lib/report/content/sections';
import { REPORT_BOUNDS } from '@/lib/report/extra-fields';
import type { ReportDetails } from '@/lib/report/report';
import { CheckList } from './check-list';
import { checkCounts } from './check-words';
import { filterFields, filterWords, findChecks } from './field-filter';
import { FieldTree } from './field-tree';

/** As many values as a filter shows at most: whoever looks for something types one letter more. */
const MOST_FOUND = 100;

/** So many are found by a look. */
const MOST_UNFILTERED = 8;

interface ReportContentProps {
  report: ReportDetails;
  /** Its checks. */
  groups: readonly CheckGroup[];
}

/** What the service says of a report beyond what the interface documents. */
export function ReportContent({ report, groups }: ReportContentProps) {
  const { id, checks, extraFields } = report;
  const query = useSignal('');
  const failedOnly = useSignal(false);
  const size = checks.length + sizeOf({ name: '', value: extraFields });
  const words = filterWords(query.value);
  const isFiltering = words.length > 0;
  const all = [...extraFields.fields, { name: i18n.t('report.id'), value: id }];
  const found = isFiltering ? filterFields(all, words, MOST_FOUND) : { fields: all, count: 0 };
  const foundChecks = isFiltering ? findChecks(groups, words) : new Set(checks);
  const passedCount = [...foundChecks].filter(({ isPassed }) => isPassed).length;
  const hiddenCount = failedOnly.value ? passedCount : 0;
  const shownCount = foundChecks.size - hiddenCount;
  const filter = size > MOST_UNFILTERED && (
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
  );
  const status = isFiltering && (
    <StatusLine>{matchSentence(shownCount, hiddenCount, found.count)}</StatusLine>
  );
  return (
    <div class="content">
      {checks.length > 0 && (
        <section class="checks" aria-labelledby="checks">
          <div class="content-head">
            <h3 id="checks">{i18n.t('report.checks')}</h3> <small>{checkCounts(checks)}</small>
          </div>
          <div class="content-tools">
            {filter}
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
          {status}
          {shownCount === 0 && failedOnly.value && (
            <p class="empty">{i18n.t('report.noneFailed')}</p>
          )}
          {/* With other words, other parts of them are open. */}
          <CheckList
            key={words.join(' ')}
            groups={groups}
            isShown={(check) => foundChecks.has(check) && !(failedOnly.value && check.isPassed)}
            words={words}
          />
        </section>
      )}
      {checks.length === 0 && (
        <>
          <div class="content-tools">{filter}</div>
          {status}
        </>
      )}
      {found.fields.length > 0 && (
        <section class="further-fields" aria-labelledby="further">
          <h3 id="further">{i18n.t('report.details')}</h3>
          {/* What was folded by hand must not hide what is found next. */}
          <FieldTree key={words.join(' ')} fields={found.fields} isUnfolded={isFiltering} />
        </section>
      )}
      {report.hasMoreChecks && (
        <p class="note">{i18n.t('report.checksCut', [countText(MOST_CHECKS)])}</p>
      )}
      {extraFields.isCut && (
        <p class="note">{i18n.t('report.cut', [countText(REPORT_BOUNDS.values)])}</p>
      )}
    </div>
  );
}

/**
 * How many checks and fields match.
 * @param hidden checks that passed, which `Failed only` leaves out
 */
function matchSentence(shownChecks: number, hidden: number, fields: number): string {
  const count = shownChecks + fields;
  const among = hidden > 0 ? counted('report.passedMatches', hidden) : '';
  if (count === 0) return among || i18n.t('report.noMatch');
  const matches = counted('report.matches', count);
  const sentence =
    fields > MOST_FOUND ? i18n.t('report.firstMatches', [matches, countText(MOST_FOUND)]) : matches;
  return [sentence, among].filter(Boolean).join(' · ');
}
