import { i18n } from '#i18n';
import { Icon } from '@/components/ui/icon';
import type { Check } from '@/lib/report/content/check';
import { withNumberedItems } from '@/lib/report/content/sections';
import { FieldTree } from './field-tree';
import { FieldValue, ForeignText } from './field-value';
import { Fold } from './fold';

const TICK = 'M4.5 13l4.5 4.5L19.5 7';
const CROSS = 'M6 6l12 12M18 6L6 18';

interface CheckItemProps {
  check: Check;
  /** What it is called. */
  name: string;
  showsGroup: boolean;
  /** Whether its details are open at first. */
  isOpen: boolean;
}

/** One check: whether it passed, what it is about, and what was found. */
export function CheckItem({ check, name, showsGroup, isOpen }: CheckItemProps) {
  const { isPassed, rawName, importance, value, messages, details, group } = check;
  return (
    <li class={isPassed ? 'check is-passed' : 'check is-failed'}>
      <Icon outline={isPassed ? TICK : CROSS} />
      <div class="check-head">
        <span class="check-name" title={rawName ?? undefined}>
          <span class="unseen">{i18n.t(isPassed ? 'report.passed' : 'report.failed')} </span>
          <bdi>{name}</bdi>
          {showsGroup && group !== '' && (
            <>
              {' '}
              <small class="check-group">
                <bdi>{group}</bdi>
              </small>
            </>
          )}
        </span>
        {importance !== null && (
          <small class="importance">
            <bdi>{importance}</bdi>
          </small>
        )}
      </div>
      <div class="check-body">
        {value !== null && (
          <p>
            <FieldValue name={value.name} value={value.value} />
          </p>
        )}
        {messages.map((message, index) => (
          <p key={index}>
            <ForeignText text={message} />
          </p>
        ))}
        {details.length > 0 && (
          <Fold
            class="check-details"
            isOpenAtFirst={isOpen}
            summary={i18n.t('report.checkDetails')}
          >
            {() => <FieldTree fields={withNumberedItems(details)} isOpen={() => isOpen} />}
          </Fold>
        )}
      </div>
    </li>
  );
}
