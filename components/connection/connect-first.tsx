import { i18n } from '#i18n';

/** What the popup shows where no service is connected. */
export function ConnectFirst({ onConnect }: { onConnect: () => void }) {
  return (
    <main class="connect-first">
      <p>{i18n.t('popup.connectFirst')}</p>
      <button type="button" class="primary" onClick={onConnect}>
        {i18n.t('popup.connect')}
      </button>
    </main>
  );
}
