import { i18n } from '#i18n';
import { Icon } from '@/components/ui/icon';
import type { Check } from '@/lib/report/content/checks';
import { checkName, reasonText } from './field-texts';
import { FieldTree, FieldValue } from './field-tree';
import { Fold, ForeignText } from './folding';

const TICK = 'M4.5 13l4.5 4.5L19.5 7';
const CROSS = 'M6 6l12 12M18 6L6 18';

interface CheckItemProps {
  check: Check;
  showsGroup: boolean;
  /** Whether its details are open at first. */
  isOpen: boolean;
}

/** One check: whether it passed, what it is about, and what was found. */
export function CheckItem({ check, showsGroup, isOpen }: CheckItemProps) {
  const { isPassed, name, importance, said, reasons, details, group } = check;
  return (
    <li class={isPassed ? 'check is-passed' : 'check is-failed'}>
      <Icon outline={isPassed ? TICK : CROSS} />
      <div class="check-head">
        <span class="check-name" title={name}>
          <span class="unseen">{i18n.t(isPassed ? 'report.passed' : 'report.failed')} </span>
          <bdi>{checkName(check)}</bdi>{' '}
          {showsGroup && (
            <small class="check-group">
              <bdi>{group}</bdi>
            </small>
          )}
        </span>
        {importance !== null && (
          <small class="importance">
            <bdi>{importance}</bdi>
          </small>
        )}
      </div>
      <div class="check-body">
        {said.map((value, index) => (
          <p key={index}>
            <FieldValue value={value} />
          </p>
        ))}
        {reasons.map((reason, index) => (
          <p key={index}>
            <ForeignText text={reasonText(reason)} />
          </p>
        ))}
        {details.length > 0 && (
          <Fold
            class="check-details"
            isOpenAtFirst={isOpen}
            summary={i18n.t('report.checkDetails')}
          >
            {() => <FieldTree fields={details} isUnfolded={isOpen} />}
          </Fold>
        )}
      </div>
    </li>
  );
}
