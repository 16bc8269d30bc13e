import { failureMessage } from '@/components/text/messages/failure-message';
import { AlertLine } from '@/components/ui/message-lines';

/** Replaces an extension page whose stored values cannot be read. */
export function StoreFailure() {
  return (
    <main class="inset">
      <AlertLine>{failureMessage({ code: 'storeUnreadable' })}</AlertLine>
    </main>
  );
}
