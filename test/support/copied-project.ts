import { execFile } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** What is there before anything is installed or built. */
const NOT_OURS = /^(node_modules|\.output|\.wxt|\.git)$/;

/** Copies the project, as it is before anything is built, into a new folder. */
export function copyProject(root: string): void {
  cpSync('.', root, { recursive: true, filter: (path) => !NOT_OURS.test(path) });
  linkPackages(root);
}

/** Gives a folder the packages that are installed here. */
export function linkPackages(root: string): void {
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
}

/** Runs a program in a folder. Rejects with `code`, `stdout` and `stderr` if the program fails. */
export async function runIn(root: string, program: string, ...args: string[]): Promise<string> {
  // As in a shell, and not as in a test, for which Vite builds otherwise.
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  return (await promisify(execFile)(program, args, { cwd: root, env })).stdout;
}

/** Runs WXT in a folder and returns what it prints. Rejects as `runIn` does. */
export function wxt(root: string, ...args: string[]): Promise<string> {
  return runIn(root, process.execPath, join('node_modules', 'wxt', 'bin', 'wxt.mjs'), ...args);
}
