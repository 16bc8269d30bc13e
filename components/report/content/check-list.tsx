import { i18n } from '#i18n';
import { countText } from '@/components/text/language';
import type { CheckGroup } from '@/lib/report/content/check-groups';
import type { Check } from '@/lib/report/content/checks';
import { CheckItem } from './check-item';
import { checkCounts, groupName } from './check-words';
import { Fold } from './folding';

/** The failed checks below the names of their groups, and those that passed in one fold. */
export function CheckList({ groups }: { groups: readonly CheckGroup[] }) {
  const parts = (isPassed: boolean) =>
    groups
      .map((group) => ({
        group,
        checks: group.checks.filter((check) => check.isPassed === isPassed),
      }))
      .filter(({ checks }) => checks.length > 0);
  const [failed, passed] = [parts(false), parts(true)];
  const hasNames = groups.some(({ name }) => name !== 'further');
  const passedCount = passed.reduce((sum, { checks }) => sum + checks.length, 0);
  return (
    <>
      {failed.length > 0 && <CheckItems parts={failed} hasNames={hasNames} hasCounts />}
      {passedCount > 0 && (
        <Fold
          class="passed-checks"
          isOpenAtFirst={failed.length === 0}
          summary={i18n.t('report.passedCount', [countText(passedCount)])}
        >
          {() => <CheckItems parts={passed} hasNames={hasNames} />}
        </Fold>
      )}
    </>
  );
}

interface CheckItemsProps {
  parts: { group: CheckGroup; checks: Check[] }[];
  /** Whether the groups are more than one of unknown checks. */
  hasNames: boolean;
  /** Whether each group says how many of its checks failed and passed. */
  hasCounts?: boolean;
}

function CheckItems({ parts, hasNames, hasCounts = false }: CheckItemsProps) {
  return (
    <ul aria-labelledby="checks">
      {parts.map(({ group, checks }) =>
        checks.map((check, index) => (
          <CheckItem key={check} check={check}>
            {index === 0 && hasNames && (
              <h4 class="check-group">
                {groupName(group)} {hasCounts && <small>{checkCounts(group.checks)}</small>}
              </h4>
            )}
          </CheckItem>
        )),
      )}
    </ul>
  );
}
