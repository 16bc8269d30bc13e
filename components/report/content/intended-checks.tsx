import { useSignal } from '@preact/signals';
import { i18n } from '#i18n';
import { type MutableFindings, type MutePlace, useMuting } from '@/components/page/muting';
import { usePage } from '@/components/page/page-context';
import { IntendedForm } from '@/components/report/intended-form';
import { countText, labelled } from '@/components/text/language';
import { Icon } from '@/components/ui/icon';
import { MoreButton } from '@/components/ui/menu';
import { Message } from '@/components/ui/message';
import type { FailedCheck } from '@/lib/report/importance';
import { muteTargets, type PageFinding } from '@/lib/report/mute-targets';
import type { PageMute } from '@/lib/report/mutes';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { checkName } from './check-names';
import { Fold } from './folding';
import { muteText, targetsText } from './intended-words';

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
    // A check of the host is muted for the client in any case.
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

interface IntendedChecksProps {
  report: Report;
  /** The muted checks. */
  checks: readonly FailedCheck[];
  /** The mutes of the report's page. */
  mutes: readonly PageMute[];
}

/** The fold *Intended 2*: the muted checks, each with its mutes and *Show again*. */
export function IntendedChecks({ report, checks, mutes }: IntendedChecksProps) {
  const { isPrivate, isBusy, showAgain } = useMuting();
  return (
    <Fold
      class="passed-checks border-above"
      summary={
        <>
          {i18n.t('intended.label')} <small class="quiet">{countText(checks.length)}</small>
        </>
      }
    >
      {() => (
        <>
          <ul aria-label={i18n.t('intended.label')}>
            {checks.map((check) => {
              const ofCheck = mutes.filter((mute) => mute.check === check.name);
              return (
                <li key={check.name} class="check">
                  <Icon name="minus" />
                  <div class="check-head cluster">
                    <span class="check-name">{checkName(check)}</span>
                    {!isPrivate && (
                      <button
                        type="button"
                        class="link small on-screen"
                        aria-disabled={isBusy(check.name)}
                        onClick={() => void showAgain(check.name, ofCheck, referTo(report).page)}
                      >
                        {i18n.t('intended.again')}
                      </button>
                    )}
                  </div>
                  <div class="check-body stack quiet small">
                    {ofCheck.map((mute) => (
                      <p key={mute.id}>
                        <Message text={muteText(mute)} />
                      </p>
                    ))}
                  </div>
                </li>
              );
            })}
          </ul>
          {isPrivate && <p class="quiet small">{i18n.t('intended.inPrivate')}</p>}
        </>
      )}
    </Fold>
  );
}
