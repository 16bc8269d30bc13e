import { i18n } from '#i18n';
import { failureMessage } from '@/components/text/messages/failure-message';
import { AlertLine } from '@/components/ui/message-lines';

/** Stands in place of what a page would show if its stored values could be read. */
export function StoreFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div class="store-failure">
      <AlertLine>{failureMessage({ code: 'storeUnreadable' })}</AlertLine>
      <div class="buttons">
        <button type="button" class="primary" onClick={onRetry}>
          {i18n.t('store.retry')}
        </button>
      </div>
    </div>
  );
}
