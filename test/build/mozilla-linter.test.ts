import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** A message of the linter. A message about the whole extension has no file or line. */
interface Finding {
  _type: 'error' | 'notice' | 'warning';
  code: string;
  message: string;
  file?: string;
  // The numbers of lines and columns begin at 1.
  line?: number;
  column?: number;
}

const BUILD = '.output/firefox-mv3';
/** Number of characters to search after the position of a finding. A minified script has long lines. */
const SEARCHED_LENGTH = 50;

async function lint(): Promise<Finding[]> {
  const webExt = join('node_modules', 'web-ext', 'bin', 'web-ext.js');
  const args = [webExt, 'lint', '--source-dir', BUILD, '--output', 'json'];
  // If the linter reports an error, its exit code is an error too. The output has the same format.
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    maxBuffer: 2 ** 26,
  }).catch((error: Error & { stdout?: string }) => {
    if (!error.stdout?.startsWith('{')) throw error;
    return { stdout: error.stdout };
  });
  const { errors, notices, warnings } = JSON.parse(stdout);
  return [...errors, ...notices, ...warnings];
}

/** Returns the rows of the README's table, each with a function that matches a finding. */
function knownFindings() {
  const rows = readFileSync('test/build/README.md', 'utf8').matchAll(
    /^\| (error|notice|warning) \| `(.*?)` \| `(.*?)` \| \S.* \|$/gm,
  );
  return [...rows].map(([row, kind, code, where = '']) => ({
    row,
    matches: (finding: Finding) =>
      finding._type === kind && finding.code === code && sourceAt(finding).includes(where),
  }));
}

/** Returns the source text from the position of a finding; empty without a position. */
function sourceAt({ file, line = 0, column = 1 }: Finding): string {
  if (!file || line < 1) return '';
  const text = readFileSync(join(BUILD, file), 'utf8').split('\n')[line - 1] ?? '';
  return text.slice(column - 1, column - 1 + SEARCHED_LENGTH);
}

it("Mozilla's linter reports exactly the findings of the table in test/build/README.md", async () => {
  const findings = await lint();
  const known = knownFindings();
  const unknown = findings.filter((finding) => !known.some(({ matches }) => matches(finding)));
  const outdated = known.filter(({ matches }) => !findings.some(matches)).map(({ row }) => row);
  expect({ unknown, outdated }).toEqual({ unknown: [], outdated: [] });
}, 180_000);
