import type { ReadonlySignal } from '@preact/signals';
import { i18n } from '#i18n';
import { useFocusRecovery } from '@/components/app/focus-recovery';
import { useNoticeLine } from '@/components/app/notice-line';
import { usePageKeys } from '@/components/app/page-keys';
import { announceCopy } from '@/components/text/messages/copy-message';
import { CopyButton } from '@/components/ui/copy-button';
import type { Connection } from '@/lib/connection/connection';
import { AccountRegion } from './account-region';
import { AgencyRegion } from './agency-region';
import type { AgencySettings } from './agency-state';
import { BackupRegion } from './backup-region';
import type { Backup } from './backup-state';
import type { Connecting } from './connecting-state';
import { PermissionRegion } from './permission-region';
import { PreferencesRegion } from './preferences-region';
import { type FirstStepsProps, ServiceRegion } from './service-region';
import type { Settings } from './settings-state';
import { ShortcutsRegion } from './shortcuts-region';

interface OptionsProps {
  connecting: Connecting;
  settings: Settings;
  agency: AgencySettings;
  backup: Backup;
  /** The `address` of `ShortcutsRegion`. */
  shortcutsAddress: string | null;
  /** The `onChange` of `ShortcutsRegion`. */
  onChangeShortcuts: () => void;
  firstSteps: FirstStepsProps;
  onCopyDiagnostics: () => Promise<void>;
}

export function Options(props: OptionsProps) {
  useFocusRecovery();
  usePageKeys(null);
  const { connecting, settings } = props;
  return (
    <main>
      <h1 class="beside">
        <img src="/icons/48.png" width={32} height={32} alt="" />
        {i18n.t('options.title')}
      </h1>
      <ServiceRegion
        connecting={connecting}
        settings={settings}
        firstSteps={props.firstSteps}
        onSaveBackup={() => void props.backup.save()}
      />
      <AccountRegion connecting={connecting} />
      <PreferencesRegion settings={settings} hasReportLink={!connecting.hasList.value} />
      <PermissionRegion settings={settings} permission="notifications" />
      <PermissionRegion settings={settings} permission="tabs" />
      <ShortcutsRegion
        commands={settings.commands.value}
        address={props.shortcutsAddress}
        onChange={props.onChangeShortcuts}
      />
      <BackupRegion backup={props.backup} />
      <AgencyRegion settings={props.agency} />
      <Diagnostics onCopy={props.onCopyDiagnostics} />
    </main>
  );
}

function Diagnostics({ onCopy }: { onCopy: () => Promise<void> }) {
  const { line, announce } = useNoticeLine();
  const copy = () => announceCopy(onCopy(), i18n.t('options.diagnosticsCopied'), announce);
  return (
    <div class="cluster">
      <CopyButton label={i18n.t('options.copyDiagnostics')} onCopy={copy} />
      {line}
    </div>
  );
}

/**
 * Opens the form that the page's address names: the form of the service in use for `#apiKey`, an empty
 * form for `#another`.
 */
export function openFormFor(hash: string, { connection, hasList, showForm }: Connecting): void {
  const { id } = connection.value ?? {};
  if (hash === '#another') showForm({ kind: 'another' });
  else if (hash === '#apiKey' && hasList.value && id !== undefined) {
    showForm({ kind: 'connection', id });
  }
}

/**
 * Focuses the field that the address names, or else the next step: the Base URL field, or Connect if
 * the host permission is missing.
 */
export function focusNextStep(
  connection: ReadonlySignal<Connection | undefined>,
  hasHostPermission: (baseUrl: string) => Promise<boolean>,
): void {
  /** Focuses Connect if the host permission is missing. A press on Connect requests the permission. */
  async function offerAccess(): Promise<void> {
    if (connection.value === undefined) return;
    const { activeElement, body } = document;
    const text = (activeElement as HTMLInputElement | null)?.value;
    // If the page was opened before a service was connected, an unchanged field has the focus.
    const isUnchanged = text === '' || text === connection.value.baseUrl;
    if (activeElement !== body && !isUnchanged) return;
    if (await hasHostPermission(connection.value.baseUrl)) return;
    // With several services, Check connection of the service in use requests the permission.
    document.querySelector<HTMLElement>('#check-in-use, button[type="submit"]')?.focus();
  }

  const field = location.hash.slice(1);
  document.getElementById(field === 'another' ? 'baseUrl' : field || 'none')?.focus();
  if (connection.value === undefined) document.getElementById('baseUrl')?.focus();
  void offerAccess();
  // The page may have been open for a long time, in a background tab or another window.
  document.addEventListener('visibilitychange', offerAccess);
  addEventListener('focus', offerAccess);
}
