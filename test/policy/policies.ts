import { existsSync } from 'node:fs';
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findOrInstall } from '../browser/installation';

export interface PolicyPlace {
  /** Sets the policy of the extension. Null removes the file. */
  set(values: object | null): Promise<void>;
  remove(): Promise<void>;
}

/** The folder from which Debian's Chromium reads policies. Chrome reads `/etc/opt/chrome`. */
const CHROMIUM_FOLDER = process.env.CHROME_POLICIES ?? '/etc/chromium/policies/managed';

/** Returns the policy file of one extension. Does not change other policies of this computer. */
export async function chromiumPolicies(extensionId: string): Promise<PolicyPlace> {
  const createdFolder = await mkdir(CHROMIUM_FOLDER, { recursive: true });
  const file = join(CHROMIUM_FOLDER, `seo-reports-${extensionId}.json`);
  const extensions = (values: object) => ({
    '3rdparty': { extensions: { [extensionId]: values } },
  });
  return {
    set: (values) =>
      values === null ? rm(file) : writeFile(file, JSON.stringify(extensions(values))),
    async remove() {
      await rm(file, { force: true });
      if (createdFolder !== undefined) await rm(createdFolder, { recursive: true });
    },
  };
}

const PROGRAM = 'firefox-bin';

/**
 * Creates a Firefox with its own policy. Firefox reads its policy from its folder, so the new folder
 * has links to the files of the installed Firefox.
 */
export async function firefoxWithPolicies(
  addOnId: string,
): Promise<PolicyPlace & { program: string }> {
  const found = await realpath(await findOrInstall('firefox'));
  // On Debian, the found program is a script in another folder.
  const candidates = [dirname(found), '/usr/lib/firefox-esr', '/usr/lib/firefox'];
  const installed =
    candidates.find((one) => existsSync(join(one, 'application.ini'))) ?? dirname(found);
  const folder = await mkdtemp(join(tmpdir(), 'firefox-'));
  for (const name of await readdir(installed)) {
    if (name === 'distribution') continue;
    // Copies the program: Firefox would resolve a link to the program, and search its files in that folder.
    await (name === PROGRAM ? copyFile : symlink)(join(installed, name), join(folder, name));
  }
  const file = join(folder, 'distribution', 'policies.json');
  await mkdir(dirname(file));
  const policies = (values: object) => ({ '3rdparty': { Extensions: { [addOnId]: values } } });
  return {
    program: join(folder, PROGRAM),
    set: (values) =>
      values === null ? rm(file) : writeFile(file, JSON.stringify({ policies: policies(values) })),
    remove: () => rm(folder, { recursive: true }),
  };
}
