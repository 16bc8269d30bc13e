import { usePage } from '@/components/page/page-context';
import { Message } from '@/components/ui/message';
import { openingPress } from '@/components/ui/opening-press';
import { headlineText } from './headline-text';

/** The worst headline, as a button that opens its problem. */
export function NewsLine() {
  const { headline, actions } = usePage();
  const shown = headline();
  if (shown === null) return null;
  const { client, check } = shown;
  const text = headlineText(shown);
  return (
    <p class="beside">
      <button
        type="button"
        class="link fill"
        {...openingPress((inNewTab) =>
          actions.onOpenView({ name: 'list', client, check }, inNewTab),
        )}
      >
        <Message text={text} />
      </button>
    </p>
  );
}
