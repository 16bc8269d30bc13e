import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { i18n } from '#i18n';
import { countText } from '@/components/text/language';
import { Quoting } from '@/components/ui/quoting';

/** Longer texts are folded. */
const LONG_TEXT = 300;

/** So many entries of a list are shown at first, and with each press of Show more. */
const STEP = 100;

interface FoldProps {
  /** What can be seen of it while it is folded. */
  summary: ComponentChildren;
  class: string;
  isOpenAtFirst: boolean;
  /** Makes what it holds, once it is open. */
  children: () => ComponentChildren;
}

/** Something that folds, and costs nothing while it is folded. */
export function Fold({ summary, isOpenAtFirst, children, ...props }: FoldProps) {
  const isOpen = useSignal(isOpenAtFirst);
  return (
    <details
      class={props.class}
      open={isOpen.value}
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
      }}
    >
      <summary>{summary}</summary>
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

interface InStepsProps<Entry> {
  entries: readonly Entry[];
  /** How many are shown at first. */
  first?: number;
  /** How many more a press shows. */
  step?: number;
  /** What follows when all are shown. */
  end?: ComponentChildren;
  /** Makes one element that holds them. */
  children: (shown: readonly Entry[]) => ComponentChildren;
}

/** The first entries of a long list, and a button that shows the next ones. */
export function InSteps<Entry>(props: InStepsProps<Entry>) {
  const { entries, first = STEP, step = STEP, end, children } = props;
  const most = useSignal(first);
  const left = entries.length - most.value;
  if (entries.length === 0) return null;
  return (
    <>
      {children(entries.slice(0, most.value))}
      {left > 0 ? (
        <button
          type="button"
          class="show-more"
          onClick={({ currentTarget }) => {
            const last = currentTarget.previousElementSibling?.lastElementChild;
            // The button goes when nothing is left, and the focus must not go with it.
            if (left <= step && last instanceof HTMLElement) {
              last.tabIndex = -1;
              last.focus();
            }
            most.value += step;
          }}
        >
          {i18n.t('report.showMore', [countText(Math.min(left, step))])}
        </button>
      ) : (
        end
      )}
    </>
  );
}
