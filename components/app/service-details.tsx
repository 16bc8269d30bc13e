import { i18n } from '#i18n';
import { accountTitle } from '@/components/text/connection-title';
import { counted } from '@/components/text/language';
import type { Connection } from '@/lib/connection/connection';
import type { Services } from './services-state';

interface ServiceDetailsProps {
  id: string;
  services: Services;
  connection: Connection;
}

/** The account of a connection and the numbers of its waiting jobs, or that the change to it is running. */
export function ServiceDetails({ id, services, connection }: ServiceDetailsProps) {
  const isInUse = connection.id === services.inUse.value?.id;
  const { waiting = 0, needsAttention = 0 } =
    (isInUse ? undefined : services.waitingOf(connection.id)) ?? {};
  const account = accountTitle(connection);
  const numbers = [
    waiting > 0 && counted('inUse.waiting', waiting),
    needsAttention > 0 && counted('inUse.needsAttention', needsAttention),
  ].filter((text) => text !== false);
  if (services.isBusy(connection.id)) {
    return (
      <small id={id} class="quiet">
        {i18n.t('inUse.changing')}
      </small>
    );
  }
  return (
    <small id={id} class="service-details quiet">
      {account !== null && <bdi class="cut">{account}</bdi>}
      {numbers.map((text, index) => (
        <span key={text}>{index === 0 && account === null ? text : ` · ${text}`}</span>
      ))}
    </small>
  );
}
