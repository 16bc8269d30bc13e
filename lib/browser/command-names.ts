/** The keyboard commands, by their names in the manifest. */
export const COMMAND_NAMES = ['_execute_action', 'report-page'] as const;
export type CommandName = (typeof COMMAND_NAMES)[number];

/** A keyboard command and its keys. */
export interface Command {
  name: CommandName;
  /** As the browser writes it, such as `Alt+Shift+R`; empty where none is set. */
  shortcut: string;
}
