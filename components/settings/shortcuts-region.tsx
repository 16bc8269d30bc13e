import { i18n } from '#i18n';
import type { CommandName } from '@/lib/browser/command-names';
import type { Shortcuts } from './shortcuts-state';

const LABELS = {
  _execute_action: 'command.openPopup',
  'report-page': 'command.reportPage',
} as const satisfies Record<CommandName, string>;

/** The keyboard shortcuts and the way to change them, which the browser has to itself. */
export function ShortcutsRegion({ shortcuts }: { shortcuts: Shortcuts }) {
  const { commands, address } = shortcuts;
  if (commands.value.length === 0) return null;
  return (
    <section class="card" aria-labelledby="shortcuts">
      <h2 id="shortcuts">{i18n.t('command.label')}</h2>
      <ul class="shortcuts" aria-labelledby="shortcuts">
        {commands.value.map(({ name, shortcut }) => (
          <li key={name}>
            <span>{i18n.t(LABELS[name])}</span>
            {shortcut === '' ? (
              <span class="hint">{i18n.t('command.notSet')}</span>
            ) : (
              <kbd dir="ltr">{shortcut}</kbd>
            )}
          </li>
        ))}
      </ul>
      <div class="buttons">
        <button type="button" onClick={shortcuts.change}>
          {i18n.t('command.change')}
        </button>
      </div>
      {address !== null && (
        <p class="hint">
          {i18n.t('command.address')} <code dir="ltr">{address}</code>
        </p>
      )}
    </section>
  );
}
