import { browser } from 'wxt/browser';
import { activeTab, describeTab, type Tab } from './tabs';

/** The names of the keyboard commands in the manifest. */
const COMMAND_NAMES = ['_execute_action', 'report-page'] as const;
export type CommandName = (typeof COMMAND_NAMES)[number];

/** A keyboard command and its keys. */
export interface Command {
  name: CommandName;
  /** The keys as the browser shows them, such as `Alt+Shift+R`; empty for none. */
  shortcut: string;
}

/** The page of Chromium browsers on which a person changes shortcuts. */
const SHORTCUTS_PAGE = 'chrome://extensions/shortcuts';

type Commands = typeof browser.commands & {
  /** Firefox only. */
  openShortcutSettings?(): Promise<void>;
};

/** Returns undefined in Firefox for Android. */
function commands(): Commands | undefined {
  return (browser as { commands?: Commands }).commands;
}

/** Returns the extension's keyboard commands; none in Firefox for Android. */
export async function listCommands(): Promise<Command[]> {
  const all = (await commands()?.getAll()) ?? [];
  return COMMAND_NAMES.flatMap((name) => {
    const found = all.find((one) => one.name === name);
    return found ? { name, shortcut: found.shortcut ?? '' } : [];
  });
}

/**
 * The address of the page on which a person changes shortcuts. No link can open it. Null if the
 * browser opens its settings by `openShortcutSettings`.
 */
export const shortcutsAddress = commands()?.openShortcutSettings ? null : SHORTCUTS_PAGE;

/** Opens the browser's settings for shortcuts. Rejects if the browser does not allow it. */
export async function openShortcutSettings(): Promise<void> {
  if (commands()?.openShortcutSettings) await commands()?.openShortcutSettings?.();
  else await browser.tabs.create({ url: SHORTCUTS_PAGE });
}

/**
 * Listens to a keyboard command. Call it synchronously when the worker starts.
 * @param run called at each press, with the active tab
 */
export function onCommand(name: CommandName, run: (tab: Tab) => void): void {
  commands()?.onCommand.addListener(async (pressed, tab) => {
    if (pressed === name) run(tab?.url === undefined ? await activeTab() : describeTab(tab));
  });
}
