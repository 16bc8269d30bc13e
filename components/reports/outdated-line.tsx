import type { ComponentChildren } from 'preact';
import { i18n } from '#i18n';
import type { PageServices } from '@/components/app/services-state';
import { connectionTitle } from '@/components/text/connection-title';
import { isolated } from '@/components/text/isolation';
import { sentences } from '@/components/text/language';
import { failureMessage } from '@/components/text/messages/failure-message';
import { Message } from '@/components/ui/message';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import type { Connection } from '@/lib/connection/connection';
import { useReports } from './reports-page';

/** Disables the controls inside while the connection of the page is not in use. */
export function WhileInUse({ children }: { children: ComponentChildren }) {
  const { isInUse } = useReports().kernel.state;
  return (
    <fieldset class="boxless" role="none" disabled={!isInUse.value}>
      {children}
    </fieldset>
  );
}

/** Says that the connection of the page is not in use. The buttons use the connection, or open the page again. */
export function OutdatedLine({ services }: { services: PageServices }) {
  const isInUse = useReports().kernel.state.isInUse.value;
  const { isShownConnected, inUse, failure, connections, changeTo } = services;
  const shown = services.shown.value;
  if (isInUse || shown === null) {
    return (
      <div class="boxless">
        <StatusLine>{null}</StatusLine>
      </div>
    );
  }
  const titleOf = (connection: Connection) =>
    isolated(connectionTitle(connection, connections.value));
  const isConnected = isShownConnected.value;
  const sentence = sentences(
    i18n.t(isConnected ? 'inUse.shows' : 'inUse.disconnected', [titleOf(shown)]),
    inUse.value ? i18n.t('inUse.now', [titleOf(inUse.value)]) : i18n.t('inUse.none'),
  );
  return (
    <div class="outdated border-below on-screen">
      {failure.value === null ? (
        <StatusLine>{sentence}</StatusLine>
      ) : (
        <AlertLine>{failureMessage(failure.value)}</AlertLine>
      )}
      <div class="beside">
        {isConnected && (
          <LineButton
            label={i18n.t('inUse.useNamed', [titleOf(shown)])}
            isBusy={services.isBusy(shown.id)}
            onPress={() => void changeTo(shown.id)}
          />
        )}
        {inUse.value !== undefined && (
          <LineButton
            label={i18n.t('inUse.goTo', [titleOf(inUse.value)])}
            onPress={services.goToInUse}
          />
        )}
        {!isConnected && inUse.value === undefined && (
          <LineButton label={i18n.t('inUse.choose')} onPress={services.goToInUse} />
        )}
      </div>
    </div>
  );
}

interface LineButtonProps {
  label: string;
  isBusy?: boolean;
  onPress: () => void;
}

function LineButton({ label, isBusy = false, onPress }: LineButtonProps) {
  return (
    <button type="button" aria-disabled={isBusy} onClick={onPress}>
      <span class="cut">
        <Message text={isBusy ? i18n.t('inUse.changing') : label} />
      </span>
    </button>
  );
}
