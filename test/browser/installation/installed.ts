import { type BrowserKind, type FoundBrowser, findFault } from './browser-kind';
import type { Machine } from './machine';

/**
 * The browser that a person chose by one of the kind's variables, or else the first installed one
 * that starts and will do. Says of each that will not why it is passed over. Throws one sentence
 * when the chosen one is not there or will not do: quietly taking another would be worse.
 */
export async function findInstalled(
  kind: BrowserKind,
  machine: Machine,
  log: (line: string) => void,
): Promise<FoundBrowser | undefined> {
  for (const variable of kind.variables) {
    const path = machine.env[variable];
    if (path) return { path: await chosenPath(kind, machine, variable, path), origin: variable };
  }
  return findUsable(kind, machine, kind.usualPlaces(machine), 'installed', log);
}

async function chosenPath(
  kind: BrowserKind,
  machine: Machine,
  variable: string,
  path: string,
): Promise<string> {
  if (!(await machine.isProgram(path))) {
    throw new Error(`${variable} is ${path}, but no program is there. Correct it or unset it.`);
  }
  // One that does not start is kept, too: the launch shows what is wrong with it.
  const program = await machine.examine(path);
  const fault = program && findFault(kind, program);
  if (fault) throw new Error(`${variable} is ${path}, which ${fault}. Correct it or unset it.`);
  return path;
}

/** The first of several programs that starts and will do. */
export async function findUsable(
  kind: BrowserKind,
  machine: Machine,
  paths: readonly string[],
  origin: string,
  log: (line: string) => void,
): Promise<FoundBrowser | undefined> {
  for (const path of paths) {
    const program = await machine.examine(path);
    if (!program) continue;
    const fault = findFault(kind, program);
    if (!fault) return { path, origin };
    log(`Not used: ${path} ${fault}.`);
  }
  return undefined;
}
