import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The rooms from the top floor down: nothing imports upwards, and no rooms import each other. */
const FLOORS: readonly (readonly string[])[] = [
  ['entrypoints'],
  ['components/popup', 'components/reports/views'],
  ['components/table/views', 'components/compare/views', 'components/export/views'],
  ['components/reports'],
  ['components/batch', 'components/table', 'components/compare', 'components/export'],
  [
    ...['components/form/views', 'components/queue/views', 'components/list/views'],
    ...['components/report/views', 'components/settings/views'],
  ],
  ['components/app'],
  [
    ...['components/form', 'components/queue', 'components/list', 'components/report'],
    ...['components/settings'],
  ],
  ['components/text', 'components/ui'],
  ['lib/background'],
  ['lib/browser-ui'],
  ['lib/shared-state'],
  ['lib/jobs', 'lib/history'],
  ['lib/import', 'lib/connection', 'lib/settings'],
  ['lib/service', 'lib/storage', 'lib/browser'],
  ['lib/report'],
  ['lib/url', 'lib/build'],
  ['lib'],
];

const ROOMS = FLOORS.flat();

/** The background, and what it is wired of. */
const WIRED = ROOMS.slice(ROOMS.indexOf('lib/background'), ROOMS.indexOf('lib/service'));

interface Import {
  file: string;
  /** A file of ours, or the name of a package. */
  target: string;
  isType: boolean;
}

const FILES = ['entrypoints', 'components', 'lib'].flatMap((top) =>
  readdirSync(top, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(top, name)),
);
const IMPORTS = FILES.flatMap(importsOf);

function importsOf(file: string): Import[] {
  const source = readFileSync(file, 'utf8');
  const found = source.matchAll(
    /^(?:import|export)( type)? [^;]*?from '([^']+)';|^import '([^']+)';|import\(\s*'([^']+)'/gm,
  );
  return [...found].map(([, type, from, bare, lazy]) => ({
    file,
    target: resolved(file, from ?? bare ?? lazy ?? ''),
    isType: type !== undefined,
  }));
}

function resolved(file: string, name: string): string {
  if (!/^(@\/|\.)/.test(name)) return name;
  const path = name.startsWith('@/') ? name.slice(2) : join(dirname(file), name);
  return FILES.find((other) => other.replace(/(\.d)?\.tsx?$/, '') === path) ?? path;
}

/** Views find the model of their page by context: they stand above it, their states below. */
function roomOf(path: string): string {
  const [top = '', name, ...rest] = path.split('/');
  if (top === 'entrypoints' || rest.length === 0) return top;
  const room = `${top}/${name}`;
  return path.endsWith('.tsx') && ROOMS.includes(`${room}/views`) ? `${room}/views` : room;
}

function floorOf(path: string): number {
  return FLOORS.findIndex((rooms) => rooms.includes(roomOf(path)));
}

/** The imports that a rule forbids, as a reader would say them. */
function offences(isForbidden: (one: Import) => boolean): string[] {
  return IMPORTS.filter(isForbidden).map(({ file, target }) => `${file} imports ${target}`);
}

const isOurs = (target: string) => FILES.includes(target);
const isIn =
  (...rooms: string[]) =>
  (path: string) =>
    rooms.includes(roomOf(path));

describe('the layers of the source code', () => {
  it('cover every file', () => {
    expect(FILES.filter((file) => floorOf(file) < 0)).toEqual([]);
  });

  it('have no import upwards', () => {
    const isUpwards = ({ file, target }: Import) => floorOf(target) < floorOf(file);
    expect(offences((one) => isOurs(one.target) && isUpwards(one))).toEqual([]);
  });

  it('have no import cycle among their folders', () => {
    const open = new Map<string, Set<string>>();
    for (const { file, target } of IMPORTS) {
      const room = roomOf(file);
      if (!isOurs(target) || roomOf(target) === room) continue;
      open.set(room, (open.get(room) ?? new Set()).add(roomOf(target)));
    }
    // A room that imports none that is left is in no circle.
    for (let size = -1; size !== open.size; ) {
      size = open.size;
      for (const [room, others] of open) {
        if (![...others].some((other) => open.has(other))) open.delete(room);
      }
    }
    expect([...open].map(([room, others]) => `${room}: ${[...others]}`)).toEqual([]);
  });

  it.each<[string, (one: Import) => boolean]>([
    [
      'jobs and history meet in the background alone, and the shared state needs no history',
      ({ file, target }) =>
        (isIn('lib/jobs', 'lib/shared-state')(file) && isIn('lib/history')(target)) ||
        (isIn('lib/history')(file) && isIn('lib/jobs')(target)),
    ],
    [
      'pages know the types of the background alone, and nothing of the wire',
      ({ file, target, isType }) =>
        file.startsWith('components/') &&
        (isIn('lib/service')(target) || (isIn('lib/background')(target) && !isType)),
    ],
    [
      'states import neither Preact nor views nor words',
      ({ file, target }) =>
        file.endsWith('-state.ts') &&
        (/^(preact($|\/)|#i18n)/.test(target) ||
          target.endsWith('.tsx') ||
          isIn('components/text')(target)),
    ],
    [
      'the lower floors know no page',
      ({ file, target }) =>
        file.startsWith('lib/') && /^(preact($|\/)|@preact\/|#i18n)/.test(target),
    ],
    [
      'the browser is reached through its room alone',
      ({ file, target }) =>
        !isIn('lib/browser', 'lib/storage', 'entrypoints')(file) &&
        /^(wxt\/browser|webextension-polyfill)/.test(target),
    ],
    [
      'the background, and what it is wired of, take the platform as arguments',
      ({ file, target, isType }) => isIn(...WIRED)(file) && isIn('lib/browser')(target) && !isType,
    ],
    [
      'the store knows no subject, and the browser addresses and lines of foreign text alone',
      ({ file, target }) =>
        (isIn('lib/storage')(file) && isOurs(target) && !isIn('lib/storage', 'lib')(target)) ||
        (isIn('lib/browser')(file) &&
          isIn('lib/report', 'lib/storage', 'lib/service')(target) &&
          target !== 'lib/report/foreign-line.ts'),
    ],
  ])('%s', (_, isForbidden) => {
    expect(offences(isForbidden)).toEqual([]);
  });

  it('have no two files of the same name', () => {
    const files = FILES.filter((file) => !file.startsWith('entrypoints/'));
    const names = files.map((file) => basename(file).replace(/\.tsx?$/, ''));
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});

const PAGES = [
  ...['README.md', 'test/README.md', 'test/e2e/README.md', 'test/store/README.md'],
  ...['.github/CONTRIBUTING.md', '.github/SECURITY.md', '.github/ADMIN.md', '.github/LIMITS.md'],
  '.github/PRIVACY.md',
];

it.each(PAGES)('%s links to files that are there', (page) => {
  const links = [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)];
  const files = links.map(([, path = '']) => join(page, '..', path));
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

it('the recipes for contributors name files that are there', () => {
  const text = readFileSync('.github/CONTRIBUTING.md', 'utf8');
  const named = [...text.matchAll(/`((?:components|entrypoints|lib|test)\/[\w./-]+)`/g)];
  const paths = named.map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

it.each(['Promises', 'Attacks'])(
  'the table %s of test/README.md names tests that exist',
  (title) => {
    const [, section = ''] = readFileSync('test/README.md', 'utf8').split(`\n## ${title}\n`);
    const rows = section.split('\n## ')[0]?.match(/^\| .+ \| .*`.* \|$/gm) ?? [];
    const named = rows.flatMap(
      (row) =>
        row
          .split(' | ')
          .at(-1)
          ?.match(/(?<=`)[\w/-]+(?=`)/g) ?? [],
    );
    const tests = readdirSync('test', { recursive: true, encoding: 'utf8' }).map((path) =>
      path.replace(/(\.(chromium|firefox))?\.test\.tsx?$/, ''),
    );
    expect(named.length).toBeGreaterThan(10);
    const places = (name: string) => [name, `e2e/${name}`, `e2e/journeys/${name}`];
    const isMissing = (name: string) => !places(name).some((path) => tests.includes(path));
    expect(named.filter(isMissing)).toEqual([]);
  },
);

it.each(readdirSync('.github/workflows'))('%s pins each action by its commit', (workflow) => {
  const text = readFileSync(join('.github/workflows', workflow), 'utf8');
  const actions = [...text.matchAll(/^\s*(?:- )?uses:\s*(.*)$/gm)].map(([, action = '']) => action);
  expect(actions.length).toBeGreaterThan(0);
  expect(actions.filter((action) => !/^[\w./-]+@[0-9a-f]{40} # v\d/.test(action))).toEqual([]);
});

it('the README is read at one sitting', () => {
  expect(readFileSync('README.md', 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(90);
});
