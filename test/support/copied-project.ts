import { execFile } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const GENERATED = /^(node_modules|\.output|\.wxt|\.git)$/;

export function copyProject(root: string): void {
  cpSync('.', root, { recursive: true, filter: (path) => !GENERATED.test(path) });
  linkPackages(root);
}

export function linkPackages(root: string): void {
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
}

/** Runs a program in a folder. Rejects with `code`, `stdout` and `stderr` if the program fails. */
export async function runIn(root: string, program: string, ...args: string[]): Promise<string> {
  // Vitest sets these two variables. Both change the output of a Vite build.
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  return (await promisify(execFile)(program, args, { cwd: root, env })).stdout;
}

export function wxt(root: string, ...args: string[]): Promise<string> {
  return runIn(root, process.execPath, join('node_modules', 'wxt', 'bin', 'wxt.mjs'), ...args);
}
