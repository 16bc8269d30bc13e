import { i18n } from '#i18n';
import { usePage } from '@/components/page/page-context';
import { labelled } from '@/components/text/language';
import { failureMessage } from '@/components/text/messages/failure-message';
import { addressInSentence } from '@/components/text/report-name';
import { IconButton } from '@/components/ui/icon';

interface StarButtonProps {
  /** The key of the page. */
  page: string;
  class?: string;
  tabIndex?: number;
}

/** A button that adds or removes the star of a page. Hidden until the stars are loaded. */
export function StarButton({ page, class: name = '', ...attributes }: StarButtonProps) {
  const { starred, toggleStar, notices } = usePage();
  const stars = starred.value;
  if (stars === null) return null;
  async function press(): Promise<void> {
    const failure = await toggleStar(page);
    if (failure === null) return;
    const text = labelled(addressInSentence(page), failureMessage(failure));
    notices.announce(text, { isFailure: true });
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
