import { browser } from 'wxt/browser';
import { activeTab, describeTab, type Tab } from './tabs';

/** The keyboard commands, by their names in the manifest. */
const COMMAND_NAMES = ['_execute_action', 'report-page'] as const;
export type CommandName = (typeof COMMAND_NAMES)[number];

/** A keyboard command and its keys. */
export interface Command {
  name: CommandName;
  /** As the browser writes it, such as `Alt+Shift+R`; empty where none is set. */
  shortcut: string;
}

/** Where Chromium's browsers let shortcuts be changed. */
const SHORTCUTS_PAGE = 'chrome://extensions/shortcuts';

type Commands = typeof browser.commands & {
  /** Firefox has it. */
  openShortcutSettings?(): Promise<void>;
};

/** Firefox for Android has no commands. */
function commands(): Commands | undefined {
  return (browser as { commands?: Commands }).commands;
}

/** The extension's commands; none where the browser has no such thing. */
export async function listCommands(): Promise<Command[]> {
  const all = (await commands()?.getAll()) ?? [];
  return COMMAND_NAMES.flatMap((name) => {
    const found = all.find((one) => one.name === name);
    return found ? { name, shortcut: found.shortcut ?? '' } : [];
  });
}

/**
 * The address where the person changes shortcuts, null where a call opens that place. No page can link
 * to it.
 */
export const shortcutsAddress = commands()?.openShortcutSettings ? null : SHORTCUTS_PAGE;

/** Opens the place where the person changes shortcuts; rejects where the browser does not let it. */
export async function openShortcutSettings(): Promise<void> {
  if (commands()?.openShortcutSettings) await commands()?.openShortcutSettings?.();
  else await browser.tabs.create({ url: SHORTCUTS_PAGE });
}

/** Runs at each press of a command, with the tab in front. Call it synchronously when the worker starts. */
export function onCommand(name: CommandName, run: (tab: Tab) => void): void {
  commands()?.onCommand.addListener(async (pressed, tab) => {
    if (pressed === name) run(tab?.url === undefined ? await activeTab() : describeTab(tab));
  });
}
