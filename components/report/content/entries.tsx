import { useSignal } from '@preact/signals';
import { i18n } from '#i18n';
import { countText } from '@/components/text/language';
import type { Entry, Listing } from './listings';

/** So many are seen at first. */
const MOST_SEEN = 2;

interface EntriesProps {
  listing: Listing;
  /** Whether all that are known are seen at once. */
  isOpen?: boolean;
}

/** Links, images or texts, a line each: the first ones, and a button that shows the rest. */
export function Entries({ listing: { entries, length }, isOpen = false }: EntriesProps) {
  const isWhole = useSignal(isOpen);
  const shown = isWhole.value ? entries : entries.slice(0, MOST_SEEN);
  const hidden = entries.length - shown.length;
  const more = length - entries.length;
  return (
    <>
      <div class="entries">
        {shown.map((entry, index) => (
          <p key={index}>
            <EntryLine {...entry} />
          </p>
        ))}
      </div>
      {hidden > 0 && (
        <>
          <button
            type="button"
            class="show-more"
            onClick={({ currentTarget }) => {
              const last = currentTarget.previousElementSibling?.lastElementChild;
              // The button goes, and the focus must not go with it.
              if (last instanceof HTMLElement) {
                last.tabIndex = -1;
                last.focus();
              }
              isWhole.value = true;
            }}
          >
            {i18n.t('report.showMore', [countText(hidden)])}
          </button>
          <p class="on-paper">{i18n.t('report.more', [countText(length - shown.length)])}</p>
        </>
      )}
      {hidden === 0 && more > 0 && <p>{i18n.t('report.more', [countText(more)])}</p>}
    </>
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
