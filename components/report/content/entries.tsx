import { i18n } from '#i18n';
import { countText } from '@/components/text/language';
import { InSteps } from './folding';
import type { Entry, Listing } from './listings';

/** So many are seen at once. */
const MOST_SEEN = 2;

interface EntriesProps {
  listing: Listing;
  /** Whether all that are known are seen at once. */
  isOpen: boolean;
}

/** Links, images or texts, a line each. */
export function Entries({ listing, isOpen }: EntriesProps) {
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
        <div class="entries">
          {shown.map((entry, index) => (
            <p key={index}>
              <EntryLine {...entry} />
            </p>
          ))}
        </div>
      )}
    </InSteps>
  );
}

function EntryLine({ label, text, url }: Entry) {
  const content = (
    <>
      <bdi>{label}</bdi> <bdi class={label === '' ? '' : 'entry-address'}>{text}</bdi>
    </>
  );
  // The line is cut where it is long.
  const title = `${label}\n${text}`.trim();
  if (url === null) return <span title={title}>{content}</span>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" title={title}>
      {content}
    </a>
  );
}
