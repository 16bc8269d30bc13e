import { useLayoutEffect } from 'preact/hooks';
import { i18n } from '#i18n';
import { usePage } from '@/components/page/page-context';
import { connectionTitle } from '@/components/text/connection-title';
import { counted } from '@/components/text/language';
import { failureMessage } from '@/components/text/messages/failure-message';
import { Icon } from '@/components/ui/icon';
import { hideMenu } from '@/components/ui/menu';
import { ServiceDetails } from './service-details';
import type { PageServices } from './services-state';

export interface ServiceItemsProps {
  menuId: string;
  services: PageServices;
  onConnectAnother: () => void;
}

/** The content of the menu of the services. `Menu` draws its content each time it opens, so the numbers are current. */
export function ServiceItems({ menuId, services, onConnectAnother }: ServiceItemsProps) {
  const { notices } = usePage();
  const { readWaiting, connections, inUse, waitingOf } = services;
  useLayoutEffect(readWaiting, [readWaiting]);
  const privateCount = waitingOf(inUse.value?.id ?? '')?.privateWaiting ?? 0;

  async function changeTo(connectionId: string): Promise<void> {
    const failure = await services.changeTo(connectionId);
    hideMenu(menuId);
    if (failure) notices.announce(failureMessage(failure), { isFailure: true });
  }

  return (
    <>
      {connections.value.map((connection) => {
        const { id } = connection;
        const isInUse = id === inUse.value?.id;
        const name = connectionTitle(connection, connections.value);
        const detailsId = `${menuId}-${id}`;
        return (
          // The details are outside of the button, so that the item's name is the service's name alone.
          <div key={id} class="service-item" role="none">
            <button
              type="button"
              role="menuitem"
              class="row-button"
              tabIndex={-1}
              aria-describedby={isInUse ? detailsId : `${detailsId} ${menuId}-private`}
              aria-current={isInUse}
              aria-disabled={services.isBusy(id)}
              onClick={(event) => {
                // The menu shows that the change is running.
                event.stopPropagation();
                void changeTo(id);
              }}
            >
              <span class="cut">
                <bdi>{name}</bdi>
              </span>
            </button>
            {isInUse && <Icon name="tick" />}
            <ServiceDetails id={detailsId} services={services} connection={connection} />
          </div>
        );
      })}
      {privateCount > 0 && (
        <div id={`${menuId}-private`} class="service-note small">
          {counted('inUse.privateWaiting', privateCount)}
        </div>
      )}
      <button
        type="button"
        role="menuitem"
        class="row-button stands-apart"
        tabIndex={-1}
        onClick={onConnectAnother}
      >
        {i18n.t('inUse.another')}
      </button>
    </>
  );
}
