import { render } from 'preact';
import { i18n } from '#i18n';
import { failureMessage } from '@/components/text/messages/failure-message';
import { AlertLine } from '@/components/ui/message-lines';
import { StorageReadError } from '@/lib/storage/stored-values';

/** Shows why an extension page could not be opened, in place of the page. */
export function showStartFailure(error: unknown): void {
  console.warn('The extension page cannot be opened:', error);
  const isOfStorage = error instanceof StorageReadError;
  render(
    <main class="inset stack">
      <AlertLine>
        {isOfStorage ? failureMessage({ code: 'storeUnreadable' }) : i18n.t('start.failed')}
      </AlertLine>
      <div class="cluster">
        <button type="button" onClick={() => location.reload()}>
          {i18n.t('report.tryAgain')}
        </button>
      </div>
    </main>,
    document.body,
  );
}
