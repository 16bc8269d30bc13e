import { i18n } from '#i18n';
import type { Command, CommandName } from '@/lib/browser/commands';

const LABELS = {
  _execute_action: 'command.openPopup',
  'report-page': 'command.reportPage',
} as const satisfies Record<CommandName, string>;

interface ShortcutsRegionProps {
  commands: readonly Command[];
  /** Where they are changed, for a person to open; null where `onChange` is all it takes. */
  address: string | null;
  /** Opens the browser's own place for them, as far as the browser lets it. */
  onChange: () => void;
}

/** The keyboard shortcuts and the way to change them, which the browser has to itself. */
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
