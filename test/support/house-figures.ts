import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the figures stand that none may exceed. `npm run figures` writes it. */
export const RECORD = 'test/house-figures.json';

/** Words that the code no longer uses in names, in lower case. */
const FORMER_WORDS: readonly string[] = JSON.parse(readFileSync('test/former-words.json', 'utf8'));

/** Files of so many lines are hardly worth opening. */
const SMALL = 25;

/** How large the code is, and how much there is of what should go, by what is counted; without what there is none of. */
export function houseFigures(): Record<string, number> {
  const files = ['components', 'entrypoints', 'lib'].flatMap(filesIn);
  const code = files.filter(({ path }) => /\.tsx?$/.test(path));
  const sources = code.filter(({ path }) => !path.endsWith('.d.ts'));
  const styles = files.filter(({ path }) => path.endsWith('.css'));
  const figures: Record<string, number> = {};
  for (const folder of ['components', 'lib'].flatMap((top) => [top, ...foldersIn(top)])) {
    const isInside = ({ path }: File) => path.startsWith(`${folder}/`);
    figures[`${folder}: lines of TypeScript`] = linesOf(sources.filter(isInside));
    figures[`${folder}: files of TypeScript`] = sources.filter(isInside).length;
    figures[`${folder}: lines of styles`] = linesOf(styles.filter(isInside));
  }
  figures[`files of at most ${SMALL} lines`] = sources.filter(
    (one) => linesOf([one]) <= SMALL,
  ).length;
  figures['class names in the styles of several files'] = sharedClasses(styles);
  for (const word of code.flatMap(formerWords).sort()) {
    figures[`names with the word ${word}`] = (figures[`names with the word ${word}`] ?? 0) + 1;
  }
  return Object.fromEntries(Object.entries(figures).filter(([, figure]) => figure > 0));
}

interface File {
  path: string;
  text: string;
}

function filesIn(folder: string): File[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).replaceAll('\\', '/'))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

function foldersIn(top: string): string[] {
  const entries = readdirSync(top, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${top}/${name}`)
    .sort();
}

function linesOf(files: readonly File[]): number {
  return files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
}

/** How many class names stand in the selectors of more than one file. */
function sharedClasses(styles: readonly File[]): number {
  const seen = new Map<string, number>();
  for (const { text } of styles) {
    const selectors = text.replace(/\/\*[\s\S]*?\*\//g, '').match(/[^{};]+(?=\{)/g) ?? [];
    const names = selectors
      .filter((one) => !one.includes('@'))
      .join()
      .match(/\.[a-z][\w-]*/gi);
    for (const name of new Set(names)) seen.set(name, (seen.get(name) ?? 0) + 1);
  }
  return [...seen.values()].filter((count) => count > 1).length;
}

/** Each former word in a file's path and its names, as often as it stands there; not in comments and texts. */
function formerWords({ path, text }: File): string[] {
  const code = text
    .replace(/\/\*[\s\S]*?\*\/|(^|[^:])\/\/.*$/gm, '$1')
    .replace(/'[^'\n]*'|`[^`$]*`/g, '');
  const names = `${path} ${code}`.match(/[A-Za-z][A-Za-z0-9]*/g) ?? [];
  return names.flatMap((name) => {
    const parts = name
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(' ');
    const whole = parts.join('');
    return FORMER_WORDS.filter(
      (word) =>
        parts.some((part) => part === word || part === `${word}s`) ||
        whole === word ||
        (word.length > 6 && whole.includes(word)),
    );
  });
}
