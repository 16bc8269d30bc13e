import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { i18n } from '#i18n';

/** Duration of the label *Copied*. */
const COPIED_MS = 2_000;

interface CopyButtonProps {
  label: string;
  disabled?: boolean;
  isPrimary?: boolean;
  /** Called at a press. Resolves with whether the copy succeeded. */
  onCopy(): Promise<boolean>;
}

/** *Copied* replaces the label for a moment. The width stays. */
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
