import { browser } from 'wxt/browser';
import { activeTab, describeTab, type Tab } from './tabs';

/** The names in the manifest. */
const COMMAND_NAMES = ['_execute_action', 'report-page'] as const;
export type CommandName = (typeof COMMAND_NAMES)[number];

export interface KeyboardCommand {
  name: CommandName;
  /** The keys as the browser shows them, such as `Alt+Shift+R`; empty if none are set. */
  shortcut: string;
}

const SHORTCUTS_PAGE = 'chrome://extensions/shortcuts';

type Commands = typeof browser.commands & {
  /** Firefox only. */
  openShortcutSettings?(): Promise<void>;
};

/** Returns undefined in Firefox for Android. */
function commands(): Commands | undefined {
  return (browser as { commands?: Commands }).commands;
}

/** Returns an empty list in Firefox for Android. */
export async function listCommands(): Promise<KeyboardCommand[]> {
  const all = (await commands()?.getAll()) ?? [];
  return COMMAND_NAMES.flatMap((name) => {
    const found = all.find((one) => one.name === name);
    return found ? { name, shortcut: found.shortcut ?? '' } : [];
  });
}

/** The address to show as text, because links cannot open this page. Null in Firefox. */
export const shortcutsAddress = commands()?.openShortcutSettings ? null : SHORTCUTS_PAGE;

/** Rejects if the browser refuses. */
export async function openShortcutSettings(): Promise<void> {
  const api = commands();
  if (api?.openShortcutSettings) await api.openShortcutSettings();
  else await browser.tabs.create({ url: SHORTCUTS_PAGE });
}

/** Call this function synchronously when the worker starts. */
export function onCommand(name: CommandName, run: (tab: Tab) => void): void {
  commands()?.onCommand.addListener(async (pressed, tab) => {
    if (pressed === name) run(tab?.url === undefined ? await activeTab() : describeTab(tab));
  });
}
