import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { i18n } from '#i18n';
import { countText } from '@/components/text/language';
import { Quoting } from '@/components/ui/quoting';
import { cutText } from '@/lib/cut-text';
import type { ExtraFields } from '@/lib/report/extra-fields';
import type { Listing, ListingEntry } from './listings';
import { amountText, fieldsText } from './value-texts';

/** Longer texts are folded. */
const LONG_TEXT = 300;

interface FoldProps {
  /** What can be seen of it while it is folded. */
  summary: ComponentChildren;
  class: string;
  isOpenAtFirst?: boolean;
  /** Makes what it holds, once it is open. */
  children: () => ComponentChildren;
}

/** Something that folds, and costs nothing while it is folded. */
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

/** Somebody else's text; a long one folds. */
export function ForeignText({ text }: { text: string }) {
  if (text.length <= LONG_TEXT) return <bdi>{text}</bdi>;
  return (
    <details class="long-text">
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

/** So many are seen at first. */
const MAX_SEEN = 2;

interface EntriesProps {
  listing: Listing;
  /** Whether all that are known are seen at once. */
  isOpen?: boolean;
}

/** Links, images or texts, a line each: the first ones, and a button that shows the rest. */
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

function EntryLine({ label, text, url }: ListingEntry) {
  const content = (
    <>
      <bdi>{label}</bdi> <bdi class={label === '' ? '' : 'quiet'}>{text}</bdi>
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

/** In characters: nobody reads more of it. */
const LONGEST = 20_000;

/** Everything that the service said and that has no place of its own, as text. */
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
