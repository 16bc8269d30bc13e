import { i18n } from '#i18n';

interface SetAsideLineProps {
  /** How many stored values could not be read; 0: nothing is said. */
  count: number;
  /** What can be done about it, where it cannot be done here. */
  hint?: string;
}

/** Says that something stored could not be read, and what has become of it. */
export function SetAsideLine({ count, hint = '' }: SetAsideLineProps) {
  if (count === 0) return null;
  return (
    <p class="set-aside" role="status">
      {i18n.t('setAside.line', count)} {hint}
    </p>
  );
}
