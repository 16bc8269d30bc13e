import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { copyProject, linkPackages, wxt } from '../../support/copied-project';
import { unzipped } from '../unzip';

const folder = mkdtempSync(join(tmpdir(), 'sources-'));
afterAll(() => rmSync(folder, { recursive: true }));

function filesIn(root: string): Map<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return new Map(files.map((file) => [file.slice(root.length), readFileSync(file, 'base64')]));
}

it('the sources packed for Mozilla build the identical extension', async () => {
  // A copy, because other tests read the build in the project's own folder.
  const copy = join(folder, 'copy');
  const unpacked = join(folder, 'unpacked');
  mkdirSync(unpacked);
  copyProject(copy);
  linkPackages(unpacked);
  await wxt(copy, 'zip', '-b', 'firefox');
  const output = join(copy, '.output');
  const archive = readdirSync(output).find((file) => file.endsWith('-sources.zip')) ?? '';
  for (const [path, content] of unzipped(readFileSync(join(output, archive)))) {
    mkdirSync(dirname(join(unpacked, path)), { recursive: true });
    writeFileSync(join(unpacked, path), content);
  }
  await wxt(unpacked, 'build', '-b', 'firefox');
  const rebuilt = filesIn(join(unpacked, '.output', 'firefox-mv3'));
  expect([...rebuilt.keys()]).toContain('/manifest.json');
  const shipped = filesIn('.output/firefox-mv3');
  expect([...rebuilt.keys()]).toEqual([...shipped.keys()]);
  for (const [path, content] of shipped) expect(rebuilt.get(path) === content, path).toBe(true);
}, 180_000);
