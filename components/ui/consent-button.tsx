import { useState } from 'preact/hooks';

interface ConsentButtonProps {
  label: string;
  onConsent: () => void;
}

/**
 * A button that appears where something needs a person's word. It takes no focus by itself, and
 * ignores a press that belongs to one from before it appeared: the second half of a double click, a
 * click that was on its way, the repetition of a key that is held.
 */
export function ConsentButton({ label, onConsent }: ConsentButtonProps) {
  const [appearedAt] = useState(() => performance.now());
  return (
    <button
      type="button"
      class="warning"
      onKeyDown={(event) => {
        if (event.repeat) event.preventDefault();
      }}
      onClick={(event) => {
        // The time stamp says when the press was made, however late it arrives.
        if (event.detail <= 1 && event.timeStamp >= appearedAt) onConsent();
      }}
    >
      {label}
    </button>
  );
}
