import { useSignal } from '@preact/signals';
import { i18n } from '#i18n';
import type { MutableFindings, MutePlace } from '@/components/page/muting';
import { usePage } from '@/components/page/page-context';
import { IntendedForm } from '@/components/report/intended-form';
import { labelled } from '@/components/text/language';
import { MoreButton } from '@/components/ui/menu';
import type { FailedCheck } from '@/lib/report/importance';
import { muteTargets, type PageFinding } from '@/lib/report/mute-targets';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { checkName } from './check-names';
import { targetsText } from './intended-words';

interface FindingMenuProps {
  report: Report;
  /** Null for a failed check that the history does not store. */
  finding: FailedCheck | null;
}

/** The menu of a failed check, with *This is intended*. */
export function FindingMenu({ report, finding }: FindingMenuProps) {
  const { findingsOfClient } = usePage();
  const isOpen = useSignal(false);
  if (finding === null) return null;
  const { name: check, errors } = finding;
  const placeOf = (pages: readonly PageFinding[]): MutePlace => {
    const targets = muteTargets(check, pages);
    return { targets, where: targetsText(targets) };
  };
  function findings(): MutableFindings {
    const here = placeOf([{ page: referTo(report).page, ...(errors && { errors }) }]);
    const ofClient = findingsOfClient?.(report, check) ?? [];
    // A check of the host has only one place, because its mute covers all pages of the host.
    const offersClient = ofClient.length > 1 && here.targets.some((target) => 'pages' in target);
    return { check, places: offersClient ? [here, placeOf(ofClient)] : [here] };
  }
  return (
    <span class="check-menu on-screen">
      <MoreButton
        label={labelled(i18n.t('list.more'), checkName(finding))}
        items={[
          {
            label: i18n.t('intended.mark'),
            onChoose: () => {
              isOpen.value = true;
            },
          },
        ]}
      />
      {isOpen.value && (
        <IntendedForm
          findings={findings()}
          onClose={() => {
            isOpen.value = false;
          }}
        />
      )}
    </span>
  );
}
