import { signal } from '@preact/signals';
import { vi } from 'vitest';
import type { Connecting } from '@/components/settings/connecting-state';
import { ServiceRegion } from '@/components/settings/service-region';
import { createSettings } from '@/components/settings/settings-state';
import { draw } from './view';

/** Draws the region *Services* of the options page. */
export function drawServiceRegion(connecting: Connecting) {
  const setReportLink = vi.fn(async (_: string, _link: string | null) => ({ value: null }));
  const setLabel = vi.fn(async (_: string, _label: string | null) => ({ value: null }));
  const settings = createSettings({
    stored: signal(undefined),
    connection: connecting.edited,
    store: async () => undefined,
    setReportLink,
    setLabel,
    requestPermission: async () => true,
    hasPermission: async () => false,
    removePermission: async () => {},
    listCommands: async () => [],
    onPermissionsUpdated() {},
  });
  draw(
    <ServiceRegion
      connecting={connecting}
      settings={settings}
      firstSteps={{ onSeeClients() {}, onReportPage() {} }}
      onSaveBackup={() => {}}
    />,
  );
  return { setReportLink, setLabel };
}
