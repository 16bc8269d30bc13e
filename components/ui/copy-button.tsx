import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { i18n } from '#i18n';

const COPIED_MS = 2_000;

interface CopyButtonProps {
  label: string;
  disabled?: boolean;
  isPrimary?: boolean;
  /** Whether a press does nothing because the copy is being made. */
  isBusy?: boolean;
  /** Called when a person presses the button. Resolves with true if the copy has succeeded. */
  onCopy(): Promise<boolean>;
}

/** After a copy, the label *Copied* replaces `label` for `COPIED_MS`, in the same width. */
export function CopyButton({
  label,
  disabled = false,
  isPrimary = false,
  isBusy = false,
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
      aria-disabled={isBusy}
      style={copied.value === null ? undefined : { minInlineSize: `${copied.value.width}px` }}
      onClick={async ({ currentTarget }) => {
        const { width } = copied.value ?? currentTarget.getBoundingClientRect();
        if (await onCopy()) copied.value = { width };
      }}
    >
      {copied.value === null ? label : i18n.t('copied.done')}
    </button>
  );
}
