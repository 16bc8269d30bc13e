import { i18n } from '#i18n';
import { usePage } from '@/components/page/page-context';
import { inLanguage, labelled } from '@/components/text/language';
import { failureMessage } from '@/components/text/messages/failure-message';
import { addressInSentence } from '@/components/text/report-name';
import { IconButton } from '@/components/ui/icon';
import { hasFailed } from '@/lib/result';

interface StarProps {
  isStarred: boolean;
  onPress: () => void;
  class?: string;
  tabIndex?: number;
}

/** A button that adds or removes a star. Has no hooks, so that rows of a long table can call it. */
export function Star({ isStarred, onPress, class: name = '', ...attributes }: StarProps) {
  return (
    <span class={`star on-screen ${name}`}>
      {IconButton({
        label: starLabel(),
        icon: 'star',
        'aria-pressed': isStarred,
        onClick: onPress,
        ...attributes,
      })}
    </span>
  );
}

const starLabel = inLanguage(() => i18n.t('star.label'));

/** Returns a function that adds or removes the star of a page, and announces a failure. */
export function useStarPress(): (page: string) => Promise<void> {
  const { toggleStar, notices } = usePage();
  return async (page) => {
    const result = await toggleStar(page);
    if (!hasFailed(result)) return;
    const text = labelled(addressInSentence(page), failureMessage(result.failure));
    notices.announce(text, { isFailure: true });
  };
}

/** The star of a page. Hidden until the stars are loaded. */
export function StarButton({ page }: { page: string }) {
  const stars = usePage().starred.value;
  const press = useStarPress();
  if (stars === null) return null;
  return <Star isStarred={stars.has(page)} onPress={() => void press(page)} />;
}
