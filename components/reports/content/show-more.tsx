import { i18n } from '#i18n';
import { countText } from '@/components/text/language';

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
    <button
      type="button"
      class="show-more"
      onClick={({ currentTarget }) => {
        // The button goes when nothing is left, and the focus must not go with it.
        if (left <= step) focusLastEntry(currentTarget.previousElementSibling);
        onPress();
      }}
    >
      {i18n.t('report.showMore', [countText(Math.min(left, step))])}
    </button>
  );
}

/** Puts the focus on the last of what a list holds, which others will follow. */
function focusLastEntry(list: Element | null): void {
  const summary = list?.querySelector(':scope > summary');
  const entry = summary ?? list?.lastElementChild;
  if (!(entry instanceof HTMLElement)) return;
  if (entry !== summary) entry.tabIndex = -1;
  entry.focus();
}
