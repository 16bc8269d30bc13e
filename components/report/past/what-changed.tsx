import { i18n } from '#i18n';
import { Icon } from '@/components/ui/icon';
import { resultBefore } from '@/lib/report/compare/changes';
import type { PastResult } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { PastResults } from './past-results';
import { changesSince, checkNames, countsText, sinceText } from './past-words';

const TICK = 'M4.5 13l4.5 4.5L19.5 7';
const CROSS = 'M6 6l12 12M18 6L6 18';

interface WhatChangedProps {
  report: Report;
  /** How its page stood, oldest first. */
  past: readonly PastResult[];
}

/** What has become better and worse since the result before; nothing where that is not known. */
export function WhatChanged({ report, past }: WhatChangedProps) {
  const before = resultBefore(report, past);
  if (before === null) return null;
  const changes = changesSince(report, before);
  const lists = changes && [
    { label: i18n.t('past.fixed'), checks: changes.fixed, isFixed: true },
    { label: i18n.t('past.appeared'), checks: changes.appeared, isFixed: false },
    { label: i18n.t('past.remaining'), checks: changes.remaining, isFixed: false },
  ];
  return (
    <section class="what-changed" aria-label={i18n.t('past.label')}>
      <p>
        <b>{sinceText(report, before)}</b> {changes && countsText(changes)}
      </p>
      <PastResults report={report} past={past} />
      {lists?.some(({ checks }) => checks.length > 0) && (
        <dl class="changed-checks">
          {lists
            .filter(({ checks }) => checks.length > 0)
            .map(({ label, checks, isFixed }) => (
              <div key={label} class={isFixed ? 'is-fixed' : 'is-failing'}>
                <dt>
                  <Icon outline={isFixed ? TICK : CROSS} />
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
