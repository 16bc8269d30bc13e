import { i18n } from '#i18n';
import { countText } from '@/components/text/language';
import { InSteps } from './folding';
import type { Entry, Listing } from './listings';

/** So many are seen at once. */
const MOST_SEEN = 2;

interface EntriesProps {
  /** What they are called. */
  label: string;
  listing: Listing;
  /** Whether all that are known are seen at once. */
  isOpen: boolean;
}

/** Links, images or texts, a line each. */
export function Entries({ label, listing, isOpen }: EntriesProps) {
  const { entries, length } = listing;
  const more = length - entries.length;
  return (
    <InSteps
      entries={entries}
      first={isOpen ? entries.length : MOST_SEEN}
      step={entries.length}
      end={more > 0 && <p>{i18n.t('report.more', [countText(more)])}</p>}
    >
      {(shown) => (
        <ul class="entries" aria-label={label}>
          {shown.map((entry, index) => (
            <li key={index}>
              <EntryLine {...entry} />
            </li>
          ))}
        </ul>
      )}
    </InSteps>
  );
}

function EntryLine({ label, text, url }: Entry) {
  const content = (
    <>
      {label !== '' && (
        <>
          <bdi>{label}</bdi>{' '}
        </>
      )}
      <bdi class={label === '' ? '' : 'entry-address'}>{text}</bdi>
    </>
  );
  // The line is cut where it is long.
  const title = label === '' ? text : `${label}\n${text}`;
  if (url === null) return <span title={title}>{content}</span>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" title={title}>
      {content}
    </a>
  );
}
