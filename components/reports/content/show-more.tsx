import { i18n } from '#i18n';

interface ShowMoreProps {
  /** How many are not shown; the button is there while it is positive. */
  left: number;
  /** How many a press shows. */
  step: number;
  onPress: () => void;
}

/** Shows the next part of a long list. */
export function ShowMore({ left, step, onPress }: ShowMoreProps) {
  if (left <= 0) return null;
  return (
    <button type="button" class="show-more" onClick={onPress}>
      {i18n.t('report.showMore', [Math.min(left, step).toLocaleString()])}
    </button>
  );
}
