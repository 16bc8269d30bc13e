import { i18n } from '#i18n';
import { accountTitle } from '@/components/text/connection-title';
import { counted } from '@/components/text/language';
import type { Connection } from '@/lib/connection/connection';
import type { WaitingOperations } from '@/lib/jobs/open-jobs';
import type { Services } from './services-state';

interface ServiceDetailsProps {
  id: string;
  services: Services;
  connection: Connection;
}

/** The account and the waiting operations of a connection. Says instead when the change to the connection runs. */
export function ServiceDetails({ id, services, connection }: ServiceDetailsProps) {
  if (services.isBusy(connection.id)) {
    return (
      <small id={id} class="quiet">
        {i18n.t('inUse.changing')}
      </small>
    );
  }
  const account = accountTitle(connection);
  const isInUse = connection.id === services.inUse.value?.id;
  const numbers = isInUse ? [] : waitingTexts(services.waitingOf(connection.id));
  return (
    <small id={id} class="service-details quiet">
      {account !== null && <bdi class="cut">{account}</bdi>}
      {numbers.map((text, index) => (
        <span key={text}>{index === 0 && account === null ? text : ` · ${text}`}</span>
      ))}
    </small>
  );
}

function waitingTexts(numbers: WaitingOperations | undefined): string[] {
  if (numbers === undefined) return [];
  const { waiting, needsAttention } = numbers;
  return [
    ...(waiting > 0 ? [counted('inUse.waiting', waiting)] : []),
    ...(needsAttention > 0 ? [counted('inUse.needsAttention', needsAttention)] : []),
  ];
}
