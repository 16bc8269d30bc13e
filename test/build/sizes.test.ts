import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

/** Bytes, gzipped file by file. */
const MOST = { 'popup.html': 60_000, 'options.html': 46_000, 'background.js': 46_000 };

describe.each(['chrome-mv3', 'firefox-mv3'])('what the %s build starts with', (build) => {
  const root = join('.output', build);
  const read = (path: string) => readFileSync(join(root, path), 'utf8');

  /** A file with all that has to be there before it runs or is shown: not what `import()` fetches. */
  function startedWith(entry: string): string[] {
    const found = new Set<string>();
    const visit = (path: string) => {
      if (found.has(path)) return;
      found.add(path);
      for (const name of path.endsWith('.html') ? linked(read(path)) : imported(read(path))) {
        const file = name.startsWith('/') ? name.slice(1) : join(path, '..', name);
        expect(existsSync(join(root, file)), file).toBe(true);
        visit(file);
      }
    };
    visit(entry);
    return [...found];
  }

  it.each(Object.entries(MOST))('of %s is at most %i bytes', (entry, most) => {
    const files = startedWith(entry);
    const sizes = Object.fromEntries(
      files.map((file) => [file, gzipSync(read(file), { level: 9 }).length]),
    );
    const all = Object.values(sizes).reduce((sum, size) => sum + size, 0);
    expect(all, JSON.stringify(sizes)).toBeLessThanOrEqual(most);
    // A page of one file would not be a page: its script or style went missing.
    if (entry.endsWith('.html')) {
      expect(files.filter((file) => file.endsWith('.js'))).not.toEqual([]);
      expect(files.filter((file) => file.endsWith('.css'))).not.toEqual([]);
    }
  });
});

function linked(html: string): string[] {
  return [...html.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, name = '']) => name);
}

/** Static imports of a minified script: `import` and `export … from`, never `import()`. */
function imported(script: string): string[] {
  return [...script.matchAll(/(?:\bfrom|\bimport)\s*["'`](\.{0,2}\/[^"'`]+\.js)["'`]/g)].map(
    ([, name = '']) => name,
  );
}
