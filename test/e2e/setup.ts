import type { TestProject } from 'vitest/node';
import { findOrInstall } from '../browser/installation';

/** Finds or installs the browser of a project, once for all test files. */
export default async function setup(project: TestProject): Promise<void> {
  const { browserName } = project.getProvidedContext();
  if (browserName === 'firefox') process.env.FIREFOX_PATH = await firefoxPath();
  else process.env.CHROME_PATH = await findOrInstall('chromium');
}

function firefoxPath(): Promise<string> {
  return findOrInstall('firefox').catch((error: Error) => {
    throw new Error(
      `${error.message} To test in Chromium alone: npm run test:builds -- --project journeys-chromium`,
    );
  });
}
