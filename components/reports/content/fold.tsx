import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

interface FoldProps {
  /** What can be seen of it while it is folded. */
  summary: ComponentChildren;
  title?: string;
  class: string;
  isOpenAtFirst: boolean;
  /** Makes what it holds, once it is open. */
  children: () => ComponentChildren;
}

/** Something that folds, and costs nothing while it is folded. */
export function Fold({ summary, title, isOpenAtFirst, children, ...props }: FoldProps) {
  const isOpen = useSignal(isOpenAtFirst);
  return (
    <details
      class={props.class}
      open={isOpen.value}
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
      }}
    >
      <summary title={title}>{summary}</summary>
      {isOpen.value && children()}
    </details>
  );
}
