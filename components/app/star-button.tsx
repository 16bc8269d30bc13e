import { i18n } from '#i18n';
import { countText } from '@/components/text/language';
import { failureMessage } from '@/components/text/messages/failure-message';
import { IconButton } from '@/components/ui/icon';
import { MOST_STARRED } from '@/lib/history/marks';
import { usePage } from './page-context';

interface StarButtonProps {
  /** The key of the page. */
  page: string;
  class?: string;
  tabIndex?: number;
}

/** A button that adds or removes the star of a page. Hidden until the stars are loaded. */
export function StarButton({ page, class: name = '', ...attributes }: StarButtonProps) {
  const { starred, toggleStar, queue } = usePage();
  const stars = starred.value;
  if (stars === null) return null;
  async function press(): Promise<void> {
    const failure = await toggleStar(page);
    if (failure === null) return;
    const isFull = failure === 'full';
    const text = isFull ? i18n.t('star.full', [countText(MOST_STARRED)]) : failureMessage(failure);
    queue.announce(text, true);
  }
  return (
    <span class={`star on-screen ${name}`}>
      <IconButton
        label={i18n.t('star.label')}
        icon="star"
        aria-pressed={stars.has(page)}
        onClick={() => void press()}
        {...attributes}
      />
    </span>
  );
}
