import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { i18n } from '#i18n';

/** How long a button says that it has copied. */
const SAID_MS = 2_000;

interface CopyButtonProps {
  label: string;
  disabled?: boolean;
  /** Copies, and announces how that went; resolves with whether it was copied. */
  onCopy(): Promise<boolean>;
}

/** A button that copies. For a moment, it says that it has in place of its label, in the same width. */
export function CopyButton({ label, disabled = false, onCopy }: CopyButtonProps) {
  const said = useSignal<{ width: number } | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      said.value = null;
    }, SAID_MS);
    return () => clearTimeout(timer);
  }, [said.value]);
  return (
    <button
      type="button"
      disabled={disabled}
      {...(said.value && { style: { minInlineSize: `${said.value.width}px` } })}
      onClick={async ({ currentTarget }) => {
        const { width } = said.value ?? currentTarget.getBoundingClientRect();
        if (await onCopy()) said.value = { width };
      }}
    >
      {said.value === null ? label : i18n.t('copied.done')}
    </button>
  );
}
