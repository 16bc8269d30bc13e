import { type ReadonlySignal, signal } from '@preact/signals';
import type { Command } from '@/lib/browser/command-names';

/** The keyboard shortcuts, as the options page shows them. */
export interface Shortcuts {
  /** None where the browser has no such thing. */
  commands: ReadonlySignal<readonly Command[]>;
  /** Where they are changed, for a person to open; null where `change` is all it takes. */
  address: string | null;
  /** Asks the browser again: it tells of no change. */
  refresh(): Promise<void>;
  /** Opens the browser's own place for them, as far as the browser lets it. */
  change(): void;
}

interface ShortcutsTools {
  list(): Promise<readonly Command[]>;
  address: string | null;
  openSettings(): Promise<void>;
}

/** Makes the shortcuts, not read yet. */
export function createShortcuts({ list, address, openSettings }: ShortcutsTools): Shortcuts {
  const commands = signal<readonly Command[]>([]);
  return {
    commands,
    address,
    async refresh() {
      commands.value = await list().catch(() => commands.value);
    },
    change() {
      openSettings().catch(() => {});
    },
  };
}
