import type { ComponentChildren } from 'preact';
import { i18n } from '#i18n';
import { countText } from '@/components/text/language';
import { openableAddress } from '@/components/text/report-name';
import { Icon } from '@/components/ui/icon';
import { isKnownCheck } from '@/lib/report/content/check-groups';
import type { Check } from '@/lib/report/content/checks';
import { isSingle } from '@/lib/report/extra-fields';
import { checkName } from './check-names';
import { checkNote, checkWords, listingName } from './check-words';
import { Entries, Fold, ForeignText } from './folding';
import { fieldsText } from './value-texts';

interface CheckItemProps {
  check: Check;
  /** Whether the check fails, and did not fail in the base. */
  isNew?: boolean;
  /** The menu of a failed check. */
  menu?: ComponentChildren;
  /** The heading above the first check of a group. */
  children?: ComponentChildren;
}

/** One check: whether it passed, its name, its reasons and its value. */
export function CheckItem({ check, isNew = false, menu, children }: CheckItemProps) {
  const { isPassed, name } = check;
  const label = checkName(check);
  const note = checkNote(check);
  const { reasons, hint, value, listings, details } = checkWords(check);
  return (
    <li class={isPassed ? 'check border-above is-passed' : 'check border-above is-failed'}>
      {children}
      <Icon name={isPassed ? 'tick' : 'cross'} />
      <div class="check-head cluster">
        <span class={isPassed ? 'check-name' : 'check-name strong'} title={name}>
          <span class="visually-hidden">
            {i18n.t(isPassed ? 'report.passed' : 'report.failed')}{' '}
          </span>
          {isKnownCheck(name) ? label : <bdi>{label}</bdi>}
        </span>
        {note !== '' && (
          <small class="quiet">
            <bdi>{note}</bdi>
          </small>
        )}
        {isNew && <small class="tag alert-tag">{i18n.t('report.new')}</small>}
        {menu}
      </div>
      <div class="check-body stack quiet small">
        {reasons.map(({ text, listing }, index) => (
          <div key={index}>
            {text !== '' && (
              <p>
                <ForeignText text={text} />
              </p>
            )}
            {listing && <Entries listing={listing} />}
          </div>
        ))}
        {hint !== null && <p>{hint}</p>}
        {value !== null && (
          <p>
            <FoundValue text={value} />
          </p>
        )}
        {listings.length > 0 && (
          <div class="check-listings cluster">
            {listings.map((listing, index) =>
              listing.name === '' ? (
                <Entries key={index} listing={listing} />
              ) : (
                <Fold
                  key={index}
                  class="check-fold"
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
            class="check-fold"
            isOpenAtFirst={!isPassed && details.every((field) => isSingle(field.value))}
            summary={i18n.t('report.checkDetails')}
          >
            {() => <pre dir="auto">{fieldsText(details)}</pre>}
          </Fold>
        )}
      </div>
    </li>
  );
}

/** The value of a check as text. An address is a link. */
function FoundValue({ text }: { text: string }) {
  const url = /\s/.test(text) ? null : openableAddress(text);
  if (url === null) return <ForeignText text={text} />;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" dir="ltr">
      {text}
    </a>
  );
}
