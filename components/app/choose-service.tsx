import { useId, useLayoutEffect } from 'preact/hooks';
import { i18n } from '#i18n';
import { connectionTitle } from '@/components/text/connection-title';
import { FailureLine } from '@/components/ui/message-lines';
import { ServiceDetails } from './service-details';
import type { PageServices } from './services-state';

/** The content of an extension page while services are connected, but none is in use. */
export function ChooseService({ services }: { services: PageServices }) {
  const id = useId();
  const { connections, readWaiting } = services;
  useLayoutEffect(readWaiting, [readWaiting]);
  return (
    <main class="stack inset">
      <h2 id={id} class="large">
        {i18n.t('inUse.none')}
      </h2>
      <ul class="stack" aria-labelledby={id}>
        {connections.value.map((connection) => (
          <li key={connection.id} class="beside">
            <div class="service-name fill">
              <span id={`${id}-${connection.id}`} class="cut">
                <bdi>{connectionTitle(connection, connections.value)}</bdi>
              </span>
              <ServiceDetails
                id={`${id}-${connection.id}-details`}
                services={services}
                connection={connection}
              />
            </div>
            <button
              type="button"
              aria-describedby={`${id}-${connection.id}`}
              aria-disabled={services.isBusy(connection.id)}
              onClick={() => void services.changeTo(connection.id)}
            >
              {i18n.t('inUse.use')}
            </button>
          </li>
        ))}
      </ul>
      <FailureLine failure={services.failure.value} />
    </main>
  );
}
