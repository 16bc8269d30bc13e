import { i18n } from '#i18n';

interface FilterFieldProps {
  value: string;
  onEnter: (text: string) => void;
}

/** Searches what is shown of a report. */
export function FilterField({ value, onEnter }: FilterFieldProps) {
  const label = i18n.t('report.filterFields');
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      spellcheck={false}
      autocomplete="off"
      onInput={(event) => onEnter(event.currentTarget.value)}
    />
  );
}
