import { i18n } from '#i18n';
import { usePage } from '@/components/app/page-context';
import { Icon } from '@/components/ui/icon';
import type { CheckChanges } from '@/lib/report/compare/changes';
import type { PastResult } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { PastResults } from './past-results';
import { checkNames, sinceText } from './past-words';

interface WhatChangedProps {
  report: Report;
  /** The result that it is compared with. */
  base: PastResult;
  /** How the failed checks differ; null where they are not known of both. */
  changes: CheckChanges | null;
}

/** What has become worse and better since an earlier result. What still fails stands below. */
export function WhatChanged({ report, base, changes }: WhatChangedProps) {
  const { pastOf, onCompare } = usePage();
  const lists = [
    { label: i18n.t('past.appeared'), checks: changes?.appeared ?? [], isFixed: false },
    { label: i18n.t('past.fixed'), checks: changes?.fixed ?? [], isFixed: true },
  ].filter(({ checks }) => checks.length > 0);
  return (
    <section class="what-changed" aria-label={i18n.t('past.label')}>
      <p class="since">
        <b>{sinceText(report, base)}</b>
        {onCompare && base.failedChecks && (
          <button type="button" onClick={() => onCompare(report, base)}>
            {i18n.t('reports.compareBefore')}
          </button>
        )}
      </p>
      <PastResults report={report} past={pastOf(report)} />
      {lists.length > 0 && (
        <dl class="changed-checks">
          {lists.map(({ label, checks, isFixed }) => (
            <div key={label} class={isFixed ? 'is-fixed' : 'is-failing'}>
              <dt>
                <Icon name={isFixed ? 'tick' : 'cross'} />
                {label}
              </dt>
              <dd>
                <bdi>{checkNames(checks)}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
