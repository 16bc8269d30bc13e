import type { TestProject } from 'vitest/node';
import { findOrInstallChromium } from '../browser/chromium';

/** Finds a browser, or installs one, once for all test files; they inherit where it is. */
export default async function setup({ name }: TestProject): Promise<void> {
  if (name === 'firefox') return;
  const { path } = await findOrInstallChromium((line) => process.stderr.write(`${line}\n`));
  process.env.CHROME_PATH = path;
}
