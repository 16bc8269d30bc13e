import { browser } from 'wxt/browser';
import { activeTab, describeTab, type Tab } from './tabs';

/** Names in the manifest. */
const COMMAND_NAMES = ['_execute_action', 'report-page'] as const;
export type CommandName = (typeof COMMAND_NAMES)[number];

export interface KeyboardCommand {
  name: CommandName;
  /** The keys in the browser's spelling, such as `Alt+Shift+R`; empty without keys. */
  shortcut: string;
}

const SHORTCUTS_PAGE = 'chrome://extensions/shortcuts';

type Commands = typeof browser.commands & {
  /** Firefox only. */
  openShortcutSettings?(): Promise<void>;
};

/** Returns undefined in Firefox for Android. */
function commandsApi(): Commands | undefined {
  return (browser as { commands?: Commands }).commands;
}

/** Returns an empty list in Firefox for Android. */
export async function listCommands(): Promise<KeyboardCommand[]> {
  const commands = (await commandsApi()?.getAll()) ?? [];
  return COMMAND_NAMES.flatMap((name) => {
    const command = commands.find((one) => one.name === name);
    return command ? { name, shortcut: command.shortcut ?? '' } : [];
  });
}

/** The address of the settings page, which links cannot open. Null in Firefox. */
export const shortcutsAddress = commandsApi()?.openShortcutSettings ? null : SHORTCUTS_PAGE;

export async function openShortcutSettings(): Promise<void> {
  const api = commandsApi();
  if (api?.openShortcutSettings) await api.openShortcutSettings();
  else await browser.tabs.create({ url: SHORTCUTS_PAGE });
}

/** Call this function synchronously when the worker starts. */
export function onCommand(name: CommandName, run: (tab: Tab) => void): void {
  commandsApi()?.onCommand.addListener(async (pressedName, tab) => {
    if (pressedName === name) run(tab?.url === undefined ? await activeTab() : describeTab(tab));
  });
}
