import { browser } from 'wxt/browser';
import { activeTab, describeTab, type Tab } from './tabs';

/** The names of the keyboard commands in the manifest. */
const COMMAND_NAMES = ['_execute_action', 'report-page'] as const;
export type CommandName = (typeof COMMAND_NAMES)[number];

/** A keyboard command and its keys. */
export interface Command {
  name: CommandName;
  /** The keys as the browser shows them, such as `Alt+Shift+R`; empty if none are set. */
  shortcut: string;
}

/** The browser page on which a person changes shortcuts in Chromium. */
const SHORTCUTS_PAGE = 'chrome://extensions/shortcuts';

type Commands = typeof browser.commands & {
  /** Firefox only. */
  openShortcutSettings?(): Promise<void>;
};

/** Returns the API for commands; undefined in Firefox for Android. */
function commands(): Commands | undefined {
  return (browser as { commands?: Commands }).commands;
}

/** Returns the extension's keyboard commands; empty in Firefox for Android. */
export async function listCommands(): Promise<Command[]> {
  const all = (await commands()?.getAll()) ?? [];
  return COMMAND_NAMES.flatMap((name) => {
    const found = all.find((one) => one.name === name);
    return found ? { name, shortcut: found.shortcut ?? '' } : [];
  });
}

/**
 * The address of the page on which a person changes shortcuts, to be shown as text: links cannot
 * open it. Null if the browser has a function that opens its settings for shortcuts.
 */
export const shortcutsAddress = commands()?.openShortcutSettings ? null : SHORTCUTS_PAGE;

/** Opens the browser's settings for shortcuts. Rejects if the browser refuses. */
export async function openShortcutSettings(): Promise<void> {
  if (commands()?.openShortcutSettings) await commands()?.openShortcutSettings?.();
  else await browser.tabs.create({ url: SHORTCUTS_PAGE });
}

/**
 * Listens to a keyboard command. Call this function synchronously when the worker starts.
 * @param run called at each press of the shortcut, with the active tab
 */
export function onCommand(name: CommandName, run: (tab: Tab) => void): void {
  commands()?.onCommand.addListener(async (pressed, tab) => {
    if (pressed === name) run(tab?.url === undefined ? await activeTab() : describeTab(tab));
  });
}
