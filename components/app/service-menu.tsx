import { useId, useLayoutEffect, useState } from 'preact/hooks';
import { connectionTitle } from '@/components/text/connection-title';
import { Icon } from '@/components/ui/icon';
import { hideMenu, Menu, menuCommand } from '@/components/ui/menu';
import type { Connection } from '@/lib/connection/connection';
import type { ServiceItems, ServiceItemsProps } from './service-items';
import type { PageServices } from './services-state';

interface ServiceMenuProps {
  services: PageServices;
  shown: Connection;
  onConnectAnother: () => void;
}

/** A button with the name of the page's service. Its menu changes the service that is in use. */
export function ServiceMenu({ services, shown, onConnectAnother }: ServiceMenuProps) {
  const id = useId();
  const name = connectionTitle(shown, services.connections.value);
  return (
    <>
      <button
        type="button"
        class="service-button bare has-menu with-icon compact quiet"
        title={name}
        {...menuCommand(id)}
      >
        <bdi class="cut">{name}</bdi>
        <Icon name="down" />
      </button>
      <Menu id={id}>
        <LoadedItems menuId={id} services={services} onConnectAnother={onConnectAnother} />
      </Menu>
    </>
  );
}

/** The content of the menu. Loads its code when the menu opens, to keep the popup small. */
function LoadedItems(props: ServiceItemsProps) {
  const [loaded, setLoaded] = useState<{ Items: typeof ServiceItems } | null>(null);
  useLayoutEffect(() => {
    import('./service-items').then(
      (module) => setLoaded({ Items: module.ServiceItems }),
      () => hideMenu(props.menuId),
    );
  }, []);
  return loaded && <loaded.Items {...props} />;
}
