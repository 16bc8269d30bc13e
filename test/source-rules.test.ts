import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Folders by layer, from the top down. No folder imports from a higher layer. */
const LAYERS: readonly (readonly string[])[] = [
  ['entrypoints'],
  ['components/popup', 'components/reports/views'],
  ['components/table/views', 'components/compare/views', 'components/export/views'],
  ['components/reports'],
  ['components/batch', 'components/table', 'components/compare', 'components/export'],
  [
    'components/form/views',
    'components/queue/views',
    'components/list/views',
    'components/ready/views',
    'components/report/views',
    'components/settings/views',
  ],
  ['components/app/views'],
  ['components/page'],
  [
    'components/form',
    'components/queue',
    'components/list',
    'components/ready',
    'components/report',
    'components/settings',
  ],
  ['components/app'],
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

const FOLDERS = LAYERS.flat();

/** The background and the folders below it, which get `lib/browser` as arguments. */
const PLATFORM_FREE = FOLDERS.slice(
  FOLDERS.indexOf('lib/background'),
  FOLDERS.indexOf('lib/service'),
);

interface Import {
  file: string;
  /** A source file, or the name of a package. */
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
  const matches = source.matchAll(
    /^(?:import|export)( type)? [^;]*?from '([^']+)';|^import '([^']+)';|import\(\s*'([^']+)'/gm,
  );
  return [...matches].map(([, type, from, bare, lazy]) => ({
    file,
    target: resolveTarget(file, from ?? bare ?? lazy ?? ''),
    isType: type !== undefined,
  }));
}

function resolveTarget(file: string, name: string): string {
  if (!/^(@\/|\.)/.test(name)) return name;
  const path = name.startsWith('@/') ? name.slice(2) : join(dirname(file), name);
  return FILES.find((other) => other.replace(/(\.d)?\.tsx?$/, '') === path) ?? path;
}

/**
 * Returns the folder of a file, as `LAYERS` names it. Some folders have two layers: views (`.tsx`)
 * read the model of their page from a context, so views are above the model and states below it.
 */
function folderOf(path: string): string {
  const [top = '', name, ...rest] = path.split('/');
  if (top === 'entrypoints' || rest.length === 0) return top;
  const folder = `${top}/${name}`;
  return path.endsWith('.tsx') && FOLDERS.includes(`${folder}/views`) ? `${folder}/views` : folder;
}

function layerOf(path: string): number {
  return LAYERS.findIndex((folders) => folders.includes(folderOf(path)));
}

function violations(isForbidden: (one: Import) => boolean): string[] {
  return IMPORTS.filter(isForbidden).map(({ file, target }) => `${file} imports ${target}`);
}

function isSourceFile(target: string): boolean {
  return FILES.includes(target);
}

function isIn(...folders: string[]) {
  return (path: string) => folders.includes(folderOf(path));
}

describe('the source files', () => {
  it('all belong to a layer', () => {
    expect(FILES.filter((file) => layerOf(file) < 0)).toEqual([]);
  });

  it('import nothing from a higher layer', () => {
    const isUpwards = ({ file, target }: Import) => layerOf(target) < layerOf(file);
    expect(violations((one) => isSourceFile(one.target) && isUpwards(one))).toEqual([]);
  });

  it('have no import cycle between folders', () => {
    const importsFrom = new Map<string, Set<string>>();
    for (const { file, target } of IMPORTS) {
      const folder = folderOf(file);
      if (!isSourceFile(target) || folderOf(target) === folder) continue;
      importsFrom.set(folder, (importsFrom.get(folder) ?? new Set()).add(folderOf(target)));
    }
    // A folder that imports no remaining folder is in no cycle.
    for (let size = -1; size !== importsFrom.size; ) {
      size = importsFrom.size;
      for (const [folder, targets] of importsFrom) {
        if (![...targets].some((target) => importsFrom.has(target))) importsFrom.delete(folder);
      }
    }
    const cycles = [...importsFrom].map(([folder, targets]) => `${folder}: ${[...targets]}`);
    expect(cycles).toEqual([]);
  });

  it.each<[string, (one: Import) => boolean]>([
    [
      'only the background uses both jobs and history; the shared state uses no history',
      ({ file, target }) =>
        (isIn('lib/jobs', 'lib/shared-state')(file) && isIn('lib/history')(target)) ||
        (isIn('lib/history')(file) && isIn('lib/jobs')(target)),
    ],
    [
      'components import only types of the background, and nothing of lib/service',
      ({ file, target, isType }) =>
        file.startsWith('components/') &&
        (isIn('lib/service')(target) || (isIn('lib/background')(target) && !isType)),
    ],
    [
      'states import neither Preact nor views nor texts',
      ({ file, target }) =>
        file.endsWith('-state.ts') &&
        (/^(preact($|\/)|#i18n)/.test(target) ||
          target.endsWith('.tsx') ||
          isIn('components/text')(target)),
    ],
    [
      'lib imports neither Preact nor texts',
      ({ file, target }) =>
        file.startsWith('lib/') && /^(preact($|\/)|@preact\/|#i18n)/.test(target),
    ],
    [
      'only lib/browser, lib/storage and the entrypoints call the browser',
      ({ file, target }) =>
        !isIn('lib/browser', 'lib/storage', 'entrypoints')(file) &&
        /^(wxt\/browser|webextension-polyfill)/.test(target),
    ],
    [
      'the background and the folders below get the functions of lib/browser as arguments',
      ({ file, target, isType }) =>
        isIn(...PLATFORM_FREE)(file) && isIn('lib/browser')(target) && !isType,
    ],
    [
      'lib/storage imports no other folder; lib/browser imports only addresses and untrusted lines',
      ({ file, target }) =>
        (isIn('lib/storage')(file) &&
          isSourceFile(target) &&
          !isIn('lib/storage', 'lib')(target)) ||
        (isIn('lib/browser')(file) &&
          isIn('lib/report', 'lib/storage', 'lib/service')(target) &&
          target !== 'lib/report/untrusted-line.ts'),
    ],
  ])('follow the rule: %s', (_, isForbidden) => {
    expect(violations(isForbidden)).toEqual([]);
  });

  it('have different names', () => {
    const files = FILES.filter((file) => !file.startsWith('entrypoints/'));
    const names = files.map((file) => basename(file).replace(/\.tsx?$/, ''));
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it('export each name from one file only', () => {
    const filesOf = new Map<string, string[]>();
    for (const file of FILES) {
      for (const name of exportedNames(file)) {
        filesOf.set(name, [...(filesOf.get(name) ?? []), file]);
      }
    }
    expect(filesOf.size).toBeGreaterThan(500);
    const shared = [...filesOf].filter(([, files]) => files.length > 1);
    expect(shared.map(([name, files]) => `${name}: ${files.join(', ')}`)).toEqual([]);
  });
});

/** The folders in which state is derived. */
const DERIVED = [
  'app',
  'page',
  'popup',
  'form',
  'list',
  'report',
  'queue',
  'batch',
  'settings',
  'compare',
  'export',
  'table',
  'reports',
  'ui',
].map((name) => `components/${name}/`);

describe('the state of an extension page', () => {
  const sources = FILES.filter((file) => DERIVED.some((folder) => file.startsWith(folder))).map(
    (file) => ({ file, source: readFileSync(file, 'utf8') }),
  );

  it('reads a signal without following it only in components/app', () => {
    const isExempt = (file: string) => file.startsWith('components/app/');
    const found = sources.filter(
      ({ file, source }) => !isExempt(file) && /\buntracked\b|\.peek\(\)/.test(source),
    );
    expect(found.map(({ file }) => file)).toEqual([]);
  });

  it('writes no signal in an effect', () => {
    expect(sources.length).toBeGreaterThan(50);
    expect(sources.filter(({ source }) => writesInEffect(source)).map(({ file }) => file)).toEqual(
      [],
    );
  });

  it.each([
    ['effect(() => {\n  shown.value = list.value;\n});', true],
    ['pressed.subscribe(() => {\n  count.value += 1;\n});', true],
    ['effect(() => {\n  if (shown.value === 1) document.title = text(shown.value);\n});', false],
    ['effect(() => log(shown.value));\nshown.value = 2;', false],
  ])('is searched correctly for effects that write a signal: %j', (source, isWriting) => {
    expect(writesInEffect(source)).toBe(isWriting);
  });
});

function writesInEffect(source: string): boolean {
  const starts = [...source.matchAll(/\b(?:effect|subscribe|whenever)(?=\()/g)];
  return starts.some(({ index, 0: { length } }) =>
    /\.value\s*(?:=(?![=>])|[+-]=|\+\+|--)/.test(inParentheses(source, index + length)),
  );
}

/** @param start the index of an opening parenthesis */
function inParentheses(source: string, start: number): string {
  let depth = 0;
  for (let at = start; at < source.length; at += 1) {
    if (source[at] === '(') depth += 1;
    if (source[at] === ')') depth -= 1;
    if (depth === 0) return source.slice(start, at);
  }
  return source.slice(start);
}

/** Returns the names that a file exports, each once. A schema and its type may share a name. */
function exportedNames(file: string): Set<string> {
  const source = readFileSync(file, 'utf8');
  const declared = source.matchAll(
    /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) ([\w$]+)/gm,
  );
  const listed = [...source.matchAll(/^export (?:type )?\{([^}]*)\}/gm)]
    .flatMap(([, list = '']) => list.split(','))
    .map((entry) => entry.trim().split(/\s+/).at(-1) ?? '')
    .filter((name) => name !== '' && name !== 'default');
  return new Set([...[...declared].map(([, name = '']) => name), ...listed]);
}

const DOCUMENTS = [
  'README.md',
  'test/README.md',
  'test/e2e/README.md',
  'test/store/README.md',
  '.github/CONTRIBUTING.md',
  '.github/SECURITY.md',
  '.github/ADMIN.md',
  '.github/LIMITS.md',
  '.github/PRIVACY.md',
];

it.each(DOCUMENTS)('%s links to existing files', (document) => {
  const links = [...readFileSync(document, 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)];
  const files = links.map(([, path = '']) => join(document, '..', path));
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

it('CONTRIBUTING names existing files', () => {
  const text = readFileSync('.github/CONTRIBUTING.md', 'utf8');
  const matches = [...text.matchAll(/`((?:components|entrypoints|lib|test)\/[\w./-]+)`/g)];
  const paths = matches.map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

it.each(['Promises', 'Attacks'])('the table %s of test/README.md names existing tests', (title) => {
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
});

it.each(readdirSync('.github/workflows'))('%s pins each action by commit', (workflow) => {
  const text = readFileSync(join('.github/workflows', workflow), 'utf8');
  const actions = [...text.matchAll(/^\s*(?:- )?uses:\s*(.*)$/gm)].map(([, action = '']) => action);
  expect(actions.length).toBeGreaterThan(0);
  expect(actions.filter((action) => !/^[\w./-]+@[0-9a-f]{40} # v\d/.test(action))).toEqual([]);
});

it('the README has at most 90 lines', () => {
  expect(readFileSync('README.md', 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(90);
});

/** Returns the names of the classes in the selectors of a style sheet. */
function classesOf(styleSheet: string): Set<string> {
  const rules = styleSheet.replaceAll(/\/\*.*?\*\/|"[^"]*"|url\([^)]*\)/gs, '');
  const selectors = [...rules.matchAll(/[^{};]+(?=\{)/g)].map(([selector]) => selector.trim());
  const names = selectors
    .filter((selector) => !selector.startsWith('@'))
    .flatMap((selector) => [...selector.matchAll(/\.([a-z][\w-]*)/gi)]);
  return new Set(names.map(([, name = '']) => name));
}

const STYLE_SHEETS = ['entrypoints', 'components'].flatMap((top) =>
  readdirSync(top, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => join(top, name)),
);

it('the rules for paper are in one file', () => {
  const printing = STYLE_SHEETS.filter((file) =>
    /@(media print|page)\b/.test(readFileSync(file, 'utf8')),
  );
  expect(printing).toEqual([join('components', 'ui', 'style', 'print.css')]);
});

it('each CSS class is in the selectors of one file', () => {
  const filesByClass = new Map<string, string[]>();
  for (const file of STYLE_SHEETS) {
    for (const name of classesOf(readFileSync(file, 'utf8'))) {
      filesByClass.set(name, [...(filesByClass.get(name) ?? []), file]);
    }
  }
  expect(filesByClass.size).toBeGreaterThan(100);
  expect([...filesByClass].filter(([, named]) => named.length > 1)).toEqual([]);
});
