import type { ComponentChildren } from 'preact';
import { i18n } from '#i18n';
import { countText } from '@/components/text/language';
import { Icon } from '@/components/ui/icon';
import { isKnownCheck } from '@/lib/report/content/check-groups';
import type { Check } from '@/lib/report/content/checks';
import { isSection } from '@/lib/report/content/sections';
import { checkName, checkWords, importanceText, listingName } from './check-words';
import { Entries } from './entries';
import { FieldTree, FieldValue } from './field-tree';
import { Fold, ForeignText } from './folding';

const TICK = 'M4.5 13l4.5 4.5L19.5 7';
const CROSS = 'M6 6l12 12M18 6L6 18';

interface CheckItemProps {
  check: Check;
  /** Whether its lists and details are open at first. */
  isOpen: boolean;
  /** What the checks from this one on belong to. */
  children?: ComponentChildren;
}

/** One check: whether it passed, what it is about, why it failed, and what was found. */
export function CheckItem({ check, isOpen, children }: CheckItemProps) {
  const { isPassed, name, importance } = check;
  const label = checkName(check);
  const { reasons, value, listings, details } = checkWords(check);
  return (
    <li class={isPassed ? 'check is-passed' : 'check is-failed'}>
      {children}
      <Icon outline={isPassed ? TICK : CROSS} />
      <div class="check-head">
        <span class="check-name" title={name}>
          <span class="unseen">{i18n.t(isPassed ? 'report.passed' : 'report.failed')} </span>
          {isKnownCheck(name) ? label : <bdi>{label}</bdi>}
        </span>
        {importance !== null && (
          <small class="importance">
            <bdi>{importanceText(importance)}</bdi>
          </small>
        )}
      </div>
      <div class="check-body">
        {reasons.map(({ text, listing }, index) => (
          <div key={index}>
            {text !== '' && (
              <p>
                <ForeignText text={text} />
              </p>
            )}
            {listing && <Entries listing={listing} isOpen={isOpen} />}
          </div>
        ))}
        {value !== null && (
          <p>
            <FieldValue value={value} />
          </p>
        )}
        {listings.length > 0 && (
          <div class="check-listings">
            {listings.map((listing, index) =>
              listing.name === '' ? (
                <Entries key={index} listing={listing} isOpen={isOpen} />
              ) : (
                <Fold
                  key={index}
                  class="check-listing"
                  isOpenAtFirst={isOpen}
                  summary={
                    <>
                      <bdi>{listingName(listing)}</bdi> {countText(listing.length)}
                    </>
                  }
                >
                  {() => <Entries listing={listing} isOpen />}
                </Fold>
              ),
            )}
          </div>
        )}
        {details.length > 0 && (
          <Fold
            class="check-details"
            isOpenAtFirst={isOpen || (!isPassed && !details.some(isSection))}
            summary={i18n.t('report.checkDetails')}
          >
            {() => <FieldTree fields={details} isUnfolded={isOpen} />}
          </Fold>
        )}
      </div>
    </li>
  );
}
