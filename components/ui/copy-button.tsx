import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { i18n } from '#i18n';

/** Time to show that the text was copied, in milliseconds. */
const COPIED_MS = 2_000;

interface CopyButtonProps {
  label: string;
  disabled?: boolean;
  isPrimary?: boolean;
  /** Copies and announces the outcome. Resolves to whether the text was copied. */
  onCopy(): Promise<boolean>;
}

/** A button that copies. A message replaces its label for a moment, in the same width. */
export function CopyButton({
  label,
  disabled = false,
  isPrimary = false,
  onCopy,
}: CopyButtonProps) {
  const copied = useSignal<{ width: number } | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      copied.value = null;
    }, COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied.value]);
  return (
    <button
      type="button"
      class={isPrimary ? 'primary' : ''}
      disabled={disabled}
      {...(copied.value && { style: { minInlineSize: `${copied.value.width}px` } })}
      onClick={async ({ currentTarget }) => {
        const { width } = copied.value ?? currentTarget.getBoundingClientRect();
        if (await onCopy()) copied.value = { width };
      }}
    >
      {copied.value === null ? label : i18n.t('copied.done')}
    </button>
  );
}
