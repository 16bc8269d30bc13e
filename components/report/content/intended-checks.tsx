import { i18n } from '#i18n';
import { useMuting } from '@/components/page/muting';
import { countText } from '@/components/text/language';
import { Icon } from '@/components/ui/icon';
import { Message } from '@/components/ui/message';
import type { FailedCheck } from '@/lib/report/importance';
import type { PageMute } from '@/lib/report/mutes';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { checkName } from './check-names';
import { Fold } from './folding';
import { muteText } from './intended-words';

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
                        onClick={() => void showAgain(check.name, ofCheck, [referTo(report).page])}
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
