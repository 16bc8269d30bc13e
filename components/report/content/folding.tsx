import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { i18n } from '#i18n';
import { countText } from '@/components/text/language';
import { Quoting } from '@/components/ui/quoting';
import { cutText } from '@/lib/cut-text';
import type { ExtraFields } from '@/lib/report/extra-fields';
import type { Listing, ListingEntry } from './listings';
import { amountText, fieldsText } from './value-texts';

/** In characters. A longer text is folded. */
const LONG_TEXT = 300;

interface FoldProps {
  /** The line that stays visible while the rest is folded. */
  summary: ComponentChildren;
  class: string;
  isOpenAtFirst?: boolean;
  /** Returns the folded content. Called only while the content is visible. */
  children: () => ComponentChildren;
}

/** A `<details>` whose content is rendered only while it is open. */
export function Fold({ summary, isOpenAtFirst = false, children, ...props }: FoldProps) {
  const isOpen = useSignal(isOpenAtFirst);
  return (
    <details
      class={props.class}
      open={isOpen.value}
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
      }}
    >
      <summary class="cut">{summary}</summary>
      {isOpen.value && children()}
    </details>
  );
}

/** A text of the service or the page. A long text is folded. */
export function ForeignText({ text }: { text: string }) {
  if (text.length <= LONG_TEXT) return <bdi>{text}</bdi>;
  return (
    <details>
      <summary>
        <span class="folded">
          <Quoting text={text} sentence={(excerpt) => `${excerpt} ${i18n.t('report.whole')}`} />
        </span>
        <span class="unfolded">{i18n.t('report.less')}</span>
      </summary>
      <bdi>{text}</bdi>
    </details>
  );
}

/** The number of entries before a press on *Show more*. */
const MAX_SEEN = 2;

interface EntriesProps {
  listing: Listing;
  /** Whether all known entries are visible without a press. */
  isOpen?: boolean;
}

/** The first entries of a list, one line each, and a button that shows the others. */
export function Entries({ listing: { entries, length }, isOpen = false }: EntriesProps) {
  const isWhole = useSignal(isOpen);
  const shown = isWhole.value ? entries : entries.slice(0, MAX_SEEN);
  const hidden = entries.length - shown.length;
  const more = length - entries.length;
  return (
    <>
      <div class="entries">
        {shown.map((entry, index) => (
          <p key={index} class="cut">
            <EntryLine {...entry} />
          </p>
        ))}
      </div>
      {hidden > 0 && (
        <>
          <button
            type="button"
            class="show-more compact on-screen"
            onClick={({ currentTarget }) => {
              const last = currentTarget.previousElementSibling?.lastElementChild;
              // The press removes the button, so the last visible entry gets the focus.
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

function EntryLine({ label, text, url }: ListingEntry) {
  const content = (
    <>
      <bdi>{label}</bdi> <bdi class={label === '' ? '' : 'quiet'}>{text}</bdi>
    </>
  );
  // CSS cuts a long line. The tooltip shows all of it.
  const title = `${label}\n${text}`.trim();
  if (url === null) return <span title={title}>{content}</span>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" title={title}>
      {content}
    </a>
  );
}

/** Maximum length of the text, in characters, because nobody reads more. */
const LONGEST = 20_000;

/** All fields of the service that the extension shows nowhere else, as plain text. */
export function OtherFields({ fields, more = 0, isCut }: ExtraFields) {
  const text = fieldsText(fields, more);
  if (text === '') return null;
  return (
    <Fold class="other-fields" summary={<h3>{i18n.t('report.otherFields')}</h3>}>
      {() => (
        <>
          <pre dir="auto">{cutText(text, LONGEST)}</pre>
          {(isCut || text.length > LONGEST) && (
            <p class="quiet">{i18n.t('report.cut', [amountText(LONGEST, 'bytes')])}</p>
          )}
        </>
      )}
    </Fold>
  );
}
