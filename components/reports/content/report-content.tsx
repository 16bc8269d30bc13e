import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { i18n } from '#i18n';
import { countText } from '@/components/text/language';
import { StatusLine } from '@/components/ui/message-lines';
import type { Check } from '@/lib/report/content/check';
import { filterFields, filterWords, holdsWords } from '@/lib/report/content/field-filter';
import type { Score } from '@/lib/report/content/score';
import { openAtFirst } from '@/lib/report/content/sections';
import { type ExtraField, REPORT_BOUNDS } from '@/lib/report/extra-fields';
import { CheckList } from './check-list';
import { checkSearchText } from './check-texts';
import { FieldTree } from './field-tree';
import { FilterField } from './filter-field';
import { searchText } from './value-text';

/** As many values as a filter shows at most: whoever looks for something types one letter more. */
const MOST_FOUND = 100;

interface ReportContentProps {
  /** The report's identifier. */
  id: string;
  /** Shown with the report's facts, and found here. */
  score: Score | null;
  checks: readonly Check[];
  fields: readonly ExtraField[];
  /** Whether the service sent more than is shown. */
  isCut: boolean;
}

/** What the service says of a report beyond what the interface documents. */
export function ReportContent({ id, score, checks, fields, isCut }: ReportContentProps) {
  const query = useSignal('');
  const failedOnly = useSignal(false);
  const words = filterWords(query.value);
  const isFiltering = words.length > 0;
  const unfolded = useMemo(() => openAtFirst(fields), [fields]);
  const searched = useMemo(() => withOwnFields(fields, score, id), [fields, score, id]);
  const foundChecks = isFiltering
    ? checks.filter((check) => holdsWords(checkSearchText(check), words))
    : checks;
  const shownChecks = failedOnly.value
    ? foundChecks.filter(({ isPassed }) => !isPassed)
    : foundChecks;
  const found = isFiltering ? filterFields(searched, words, MOST_FOUND, searchText) : null;
  const count = shownChecks.length + (found?.count ?? 0);
  return (
    <div class="content">
      <FilterField value={query.value} onEnter={(text) => (query.value = text)} />
      <StatusLine>{isFiltering ? matchSentence(count, found?.count ?? 0) : null}</StatusLine>
      {checks.length > 0 && (
        <CheckList
          checks={checks}
          found={foundChecks}
          shown={shownChecks}
          failedOnly={failedOnly}
          query={query.value}
        />
      )}
      {/* Stays there while a filter is on, with the sections that are open. */}
      <section class="further-fields" hidden={isFiltering} aria-labelledby="further">
        <h3 id="further">{i18n.t('report.details')}</h3>
        <FieldTree fields={fields} isOpen={(field) => unfolded.has(field)} />
        <dl class="fields">
          <div>
            <dt>{i18n.t('report.id')}</dt>
            <dd>
              <bdi>{id}</bdi>
            </dd>
          </div>
        </dl>
      </section>
      {found !== null && found.fields.length > 0 && (
        <section class="further-fields" aria-labelledby="found">
          <h3 id="found">{i18n.t('report.details')}</h3>
          {/* What was folded by hand must not hide what is found next. */}
          <FieldTree key={words.join(' ')} fields={found.fields} isOpen={() => true} />
        </section>
      )}
      {isCut && <p class="note">{i18n.t('report.cut', [countText(REPORT_BOUNDS.values)])}</p>}
    </div>
  );
}

/** All fields that are shown, with those that have a place of their own. */
function withOwnFields(
  fields: readonly ExtraField[],
  score: Score | null,
  id: string,
): ExtraField[] {
  const first = score === null ? [] : [{ name: score.rawName, value: score.value }];
  return [...first, ...fields, { name: i18n.t('report.id'), value: id }];
}

function matchSentence(count: number, fieldCount: number): string {
  if (count === 0) return i18n.t('report.noMatch');
  const matches = i18n.t('report.matches', count, [countText(count)]);
  if (fieldCount <= MOST_FOUND) return matches;
  return i18n.t('report.firstMatches', [matches, countText(MOST_FOUND)]);
}
