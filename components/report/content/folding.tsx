import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { i18n } from '#i18n';
import { Quoting } from '@/components/ui/quoting';

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
