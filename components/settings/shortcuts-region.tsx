import { i18n } from '#i18n';
import type { CommandName, KeyboardCommand } from '@/lib/browser/commands';
import { ADDRESS_BAR_KEYWORD } from '@/lib/browser-ui/address-bar-keyword';

const LABELS = {
  _execute_action: 'command.openPopup',
  'report-page': 'command.reportPage',
} as const satisfies Record<CommandName, string>;

interface ShortcutsRegionProps {
  commands: readonly KeyboardCommand[];
  /**
   * The address of the browser's page for shortcuts, to copy: no link can open this page. Null if the
   * browser has no such address.
   */
  address: string | null;
  /** Called when a person presses Change. */
  onChange: () => void;
}

/** The keyboard shortcuts, which only the browser's own page can change, and the keyword of the address bar. */
export function ShortcutsRegion({ commands, address, onChange }: ShortcutsRegionProps) {
  if (commands.length === 0) return null;
  return (
    <section class="card stack" aria-labelledby="shortcuts">
      <h2 id="shortcuts">{i18n.t('command.label')}</h2>
      <ul class="stack" aria-labelledby="shortcuts">
        {commands.map(({ name, shortcut }) => (
          <li key={name} class="cluster spread">
            <span>{i18n.t(LABELS[name])}</span>
            {shortcut === '' ? (
              <span class="quiet">{i18n.t('command.notSet')}</span>
            ) : (
              <kbd dir="ltr">{shortcut}</kbd>
            )}
          </li>
        ))}
        <li class="cluster spread">
          <span>{i18n.t('command.findReport')}</span>
          <kbd dir="ltr">{ADDRESS_BAR_KEYWORD}</kbd>
        </li>
      </ul>
      <div class="cluster">
        <button type="button" onClick={onChange}>
          {i18n.t('command.change')}
        </button>
      </div>
      {address !== null && (
        <p class="quiet">
          {i18n.t('command.address')} <code dir="ltr">{address}</code>
        </p>
      )}
    </section>
  );
}
