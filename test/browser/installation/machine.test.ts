import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { thisMachine } from './machine';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'programs-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** Writes a script that can be run, and gives its path. */
async function script(name: string, ...lines: string[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 });
  return path;
}

// Windows has no such scripts, and browsers are not asked there.
it.skipIf(process.platform === 'win32')('a browser tells its version by starting', async () => {
  const firefox = await script('firefox', 'echo "Mozilla Firefox 153.7.0esr"');
  expect(await thisMachine.examine(firefox)).toEqual({ version: 153, isSnap: false });
  const chromium = await script('chromium', 'echo "Chromium 156.0.7000.1 built on Debian 12"');
  expect(await thisMachine.examine(chromium)).toEqual({ version: 156, isSnap: false });
  expect(await thisMachine.examine(join(folder, 'absent'))).toBeUndefined();
});

it.skipIf(process.platform === 'win32')('a snap is known by its script or link', async () => {
  const version = 'echo "Mozilla Firefox 153.7.0"';
  const wrapper = await script('wrapper', version, 'exit', 'exec /snap/bin/firefox "$@"');
  expect(await thisMachine.examine(wrapper)).toMatchObject({ isSnap: true });
  const link = join(folder, 'linked-firefox');
  await symlink(await script('snap', version), link);
  expect(await thisMachine.examine(link)).toMatchObject({ isSnap: true });
  const pointer = await script('pointer', 'echo "Install /snap/bin/firefox first" >&2', 'exit 1');
  expect(await thisMachine.examine(pointer)).toBeUndefined();
});
