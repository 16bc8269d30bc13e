import type { Ref } from 'preact';

interface SearchFieldProps {
  /** Also the placeholder. */
  label: string;
  value: string;
  onEnter: (text: string) => void;
  fieldRef?: Ref<HTMLInputElement>;
}

export function SearchField({ label, value, onEnter, fieldRef = null }: SearchFieldProps) {
  return (
    <input
      ref={fieldRef}
      type="search"
      aria-label={label}
      placeholder={label}
      spellcheck={false}
      autocomplete="off"
      value={value}
      onInput={(event) => onEnter(event.currentTarget.value)}
    />
  );
}
