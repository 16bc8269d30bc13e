import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { copyProject, linkPackages, wxt } from '../../support/copied-project';
import { unzipped } from '../unzip';

const folder = mkdtempSync(join(tmpdir(), 'sources-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the contents of all files below a folder, by path. */
function filesIn(root: string): Map<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return new Map(files.map((file) => [file.slice(root.length), readFileSync(file, 'base64')]));
}

it('the sources packed for Mozilla build the identical extension', async () => {
  // Other tests read the build in the project's own folder.
  const here = join(folder, 'here');
  const there = join(folder, 'there');
  mkdirSync(there);
  copyProject(here);
  linkPackages(there);
  await wxt(here, 'zip', '-b', 'firefox');
  const output = join(here, '.output');
  const archive = readdirSync(output).find((file) => file.endsWith('-sources.zip')) ?? '';
  for (const [path, content] of unzipped(readFileSync(join(output, archive)))) {
    mkdirSync(dirname(join(there, path)), { recursive: true });
    writeFileSync(join(there, path), content);
  }
  await wxt(there, 'build', '-b', 'firefox');
  const built = filesIn(join(there, '.output', 'firefox-mv3'));
  expect([...built.keys()]).toContain('/manifest.json');
  const shipped = filesIn('.output/firefox-mv3');
  expect([...built.keys()]).toEqual([...shipped.keys()]);
  for (const [path, content] of shipped) expect(built.get(path) === content, path).toBe(true);
}, 180_000);
