import type { BrowserName } from '../running-extension';
import { findOrInstall } from './find-or-install';

const found = new Map<BrowserName, string>();

/**
 * Where a browser's program is, as {@link findOrInstall} finds it. Searches once in a process: asking
 * a browser whether it starts takes about half a second.
 */
export async function programPath(name: BrowserName, log: (line: string) => void): Promise<string> {
  const known = found.get(name);
  if (known !== undefined) return known;
  const { path } = await findOrInstall(name, log);
  found.set(name, path);
  return path;
}
