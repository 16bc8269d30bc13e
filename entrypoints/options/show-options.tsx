import { computed } from '@preact/signals';
import { render } from 'preact';
import { browser } from 'wxt/browser';
import { i18n } from '#i18n';
import { showStartFailure } from '@/components/app/start-failure';
import { createAgencySettings } from '@/components/settings/agency-state';
import { createBackup } from '@/components/settings/backup-state';
import { createConnecting } from '@/components/settings/connecting-state';
import { diagnosticsText } from '@/components/settings/diagnostics';
import { focusNextStep, Options, openFormFor } from '@/components/settings/options';
import { createSettings } from '@/components/settings/settings-state';
import { labelDocument } from '@/components/ui/document-label';
import { attempt } from '@/components/ui/state/attempt';
import { storedSignal } from '@/components/ui/state/stored-signal';
import type { BackgroundApi } from '@/lib/background/background-api';
import { copyLater } from '@/lib/browser/clipboard';
import { listCommands, openShortcutSettings, shortcutsAddress } from '@/lib/browser/commands';
import { saveBackup } from '@/lib/browser/download';
import { openPopupTab, openReportsTab } from '@/lib/browser/extension-pages';
import { remote } from '@/lib/browser/messages';
import * as permissions from '@/lib/browser/permissions';
import { activeTab } from '@/lib/browser/tabs';
import { createPopupOpener } from '@/lib/browser-ui/popup-request';
import { createReportsOpener } from '@/lib/browser-ui/reports-request';
import { connectionInUse, connectionsItem } from '@/lib/connection/connection-register';
import { storingRequestedHosts } from '@/lib/connection/requested-hosts';
import { backupTimesItem, storeBackupTime } from '@/lib/history/backup-times';
import { agencyItem, changeAgency } from '@/lib/settings/agency';
import { changePreferences, preferencesItem, readChoices } from '@/lib/settings/preferences';

const background = remote<BackgroundApi>();

labelDocument(i18n.t('options.title'));
const newToken = () => crypto.randomUUID();
const openReportsWith = createReportsOpener({ newToken, openReportsTab });
const openPopupWith = createPopupOpener({ newToken, openPopupTab });

try {
  await openOptions();
} catch (error) {
  showStartFailure(error);
}

async function openClients(): Promise<void> {
  await openReportsWith({ connectionId: await idInUse() });
}

async function openEmptyForm(): Promise<void> {
  const [connectionId, { isPrivate }] = await Promise.all([idInUse(), activeTab()]);
  await openPopupWith({ connectionId, kind: 'form', isPrivate });
}

async function idInUse(): Promise<string | null> {
  return (await connectionInUse.read())?.id ?? null;
}

function canDrawImage(dataUrl: string): Promise<boolean> {
  const image = new Image();
  image.src = dataUrl;
  return image.decode().then(
    () => true,
    () => false,
  );
}

/** Rejects if storage cannot be read. */
async function openOptions(): Promise<void> {
  const [stored, storedAgency, register, backupTimes] = await Promise.all([
    storedSignal(preferencesItem),
    storedSignal(agencyItem),
    storedSignal(connectionsItem),
    storedSignal(backupTimesItem),
  ]);
  const policy = computed(() => stored.value?.policy);
  const connecting = createConnecting({
    ...permissions,
    register,
    background,
    policy,
    requestHostPermission: storingRequestedHosts((baseUrl: string) =>
      permissions.requestHostPermission(baseUrl),
    ),
  });
  const settings = createSettings({
    ...permissions,
    stored,
    connection: connecting.edited,
    listCommands,
    store: changePreferences,
    setReportLink: background.setReportLink,
    setLabel: background.setLabel,
    onPermissionsUpdated: () => void attempt(background.refreshBadge),
  });
  const agency = createAgencySettings({
    stored: storedAgency,
    policy,
    store: changeAgency,
    canDraw: canDrawImage,
  });
  const backup = createBackup({
    background,
    register,
    times: backupTimes,
    refreshOn: connecting.lastPress,
    readPreferences: readChoices,
    storePreferences: changePreferences,
    readAgency: agencyItem.read,
    restoreAgency: agency.restore,
    storeBackupTime,
    saveFile: saveBackup,
    onRestoredConnection({ baseUrl, headerNames }) {
      if (connecting.managed.value !== null) return;
      connecting.enterBaseUrl(baseUrl);
      connecting.headers.add(headerNames);
    },
    newId: () => crypto.randomUUID(),
    now: () => new Date().toISOString(),
  });
  const { version } = browser.runtime.getManifest();
  await settings.refresh();
  openFormFor(location.hash, connecting);
  render(
    <Options
      connecting={connecting}
      settings={settings}
      agency={agency}
      backup={backup}
      shortcutsAddress={shortcutsAddress}
      onChangeShortcuts={() => void openShortcutSettings().catch(() => {})}
      firstSteps={{
        onSeeClients: () => void openClients(),
        onReportPage: () => void openEmptyForm(),
      }}
      onCopyDiagnostics={() =>
        copyLater(diagnosticsText(connecting, settings, background, version))
      }
    />,
    document.body,
  );
  permissions.onHostsAllowed(connecting.retryAccount);
  permissions.onPermissionsChanged(() => void settings.refresh());
  // A person changes shortcuts in another tab.
  addEventListener('focus', () => void settings.refresh());
  focusNextStep(connecting.connection, permissions.hasHostPermission);
}
