interface ConsentButtonProps {
  label: string;
  onConsent: () => void;
}

/**
 * A button that appears where something needs a person's word. It takes no focus by itself, and
 * ignores a press that belongs to one from before it appeared: the second half of a double click.
 */
export function ConsentButton({ label, onConsent }: ConsentButtonProps) {
  return (
    <button
      type="button"
      class="warning"
      onClick={(event) => {
        if (event.detail <= 1) onConsent();
      }}
    >
      {label}
    </button>
  );
}
