import { i18n } from '#i18n';
import { useKeptFocus } from '@/components/app/kept-focus';
import { usePageKeys } from '@/components/app/page-keys';
import { AccountRegion } from './account-region';
import type { Connecting } from './connecting-state';
import { PermissionRegion } from './permission-region';
import { PreferencesRegion } from './preferences-region';
import { ServiceRegion } from './service-region';
import type { Settings } from './settings-state';
import { ShortcutsRegion } from './shortcuts-region';

interface OptionsProps {
  connecting: Connecting;
  settings: Settings;
  /** See `ShortcutsRegion`, as for the next. */
  shortcutsAddress: string | null;
  onChangeShortcuts: () => void;
}

/** The whole options page. */
export function Options(props: OptionsProps) {
  useKeptFocus();
  usePageKeys(null);
  const { connecting, settings } = props;
  return (
    <main>
      <h1>
        <img src="/icons/48.png" width={32} height={32} alt="" />
        {i18n.t('options.title')}
      </h1>
      <ServiceRegion connecting={connecting} />
      <AccountRegion connecting={connecting} />
      <PreferencesRegion settings={settings} />
      <PermissionRegion settings={settings} permission="notifications" />
      <PermissionRegion settings={settings} permission="tabs" />
      <ShortcutsRegion
        commands={settings.commands.value}
        address={props.shortcutsAddress}
        onChange={props.onChangeShortcuts}
      />
    </main>
  );
}
