import { posix, win32 } from 'node:path';
import type { Machine } from './machine';

/** Programs of these names in the folders of `PATH`, all of the first name first. */
export function onPath({ env }: Machine, ...names: string[]): string[] {
  const folders = (env.PATH ?? '').split(posix.delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => posix.join(folder, name)));
}

/** The program of a macOS app, for everybody and for this person. */
export function inApplications({ env }: Machine, app: string, program = app): string[] {
  return ['/', env.HOME ?? '/'].map((root) =>
    posix.join(root, 'Applications', `${app}.app`, 'Contents/MacOS', program),
  );
}

/** A program in Windows' folders for programs. */
export function inProgramFiles({ env }: Machine, ...program: string[]): string[] {
  return [env.LOCALAPPDATA, env.PROGRAMFILES, env['ProgramFiles(x86)']]
    .filter((folder) => folder !== undefined)
    .map((folder) => win32.join(folder, ...program));
}
