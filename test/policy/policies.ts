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

/** A place from which a browser reads its policy. */
export interface PolicyPlace {
  /** Sets what the extension is given; null removes the file. */
  set(values: object | null): Promise<void>;
  remove(): Promise<void>;
}

/** Where Debian's Chromium looks; Chrome does in `/etc/opt/chrome`. */
const CHROMIUM_FOLDER = process.env.CHROME_POLICIES ?? '/etc/chromium/policies/managed';

/** A file beside those of the whole computer, about one extension alone. */
export async function chromiumPolicies(extensionId: string): Promise<PolicyPlace> {
  const made = await mkdir(CHROMIUM_FOLDER, { recursive: true });
  const file = join(CHROMIUM_FOLDER, `seo-reports-${extensionId}.json`);
  const extensions = (values: object) => ({
    '3rdparty': { extensions: { [extensionId]: values } },
  });
  return {
    set: (values) =>
      values === null ? rm(file) : writeFile(file, JSON.stringify(extensions(values))),
    async remove() {
      await rm(file, { force: true });
      if (made !== undefined) await rm(made, { recursive: true });
    },
  };
}

const PROGRAM = 'firefox-bin';

/** A Firefox of its own, of links to the one that is installed: its policy is in its folder. */
export async function firefoxWithPolicies(
  addOnId: string,
): Promise<PolicyPlace & { program: string }> {
  const found = await realpath(await findOrInstall('firefox'));
  // Debian has a script before it.
  const homes = [dirname(found), '/usr/lib/firefox-esr', '/usr/lib/firefox'];
  const home = homes.find((one) => existsSync(join(one, 'application.ini'))) ?? dirname(found);
  const folder = await mkdtemp(join(tmpdir(), 'firefox-'));
  for (const name of await readdir(home)) {
    if (name === 'distribution') continue;
    // It looks for its files beside the program itself.
    await (name === PROGRAM ? copyFile : symlink)(join(home, name), join(folder, name));
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
