import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { STORED_KINDS } from '@/lib/storage/stored-kinds';

const PAGES = ['popup.html', 'options.html', 'reports.html'];

const SECRETS = STORED_KINDS.filter(({ isSecret, areas }) => isSecret && areas.includes('local'));
/** Texts that occur only in scripts that contain the API client or read the API key. */
const BACKGROUND_ONLY = [
  'Authorization',
  'per_page',
  'search_by',
  'TRUSTED_CONTEXTS',
  ...SECRETS.map(({ name }) => name),
];

/** Texts that occur only in the parsers of XML, ZIP files, tables and addresses. */
const READERS = ['onprocessinginstruction', 'unexpected EOF', 'MissingQuotes', 'testSchemaAt'];

/** Matches imports that load with their page. */
const INITIAL_IMPORTS = /(?:from|import)\s*["'](\.?\/[\w./-]+\.js)["']/g;

describe.each(['chrome-mv3', 'firefox-mv3'])('the %s build', (build) => {
  const root = join('.output', build);
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const manifest = JSON.parse(read('manifest.json'));

  /**
   * Returns the scripts of a page with all their imports.
   * @param importPattern matches an import; its group is the path
   */
  function pageScripts(
    page: string,
    importPattern = /(?:from|import)\s*\(?\s*["'`](\.?\/[\w./-]+\.js)["'`]/g,
  ): string[] {
    const found = new Set<string>();
    const visit = (path: string) => {
      if (found.has(path)) return;
      found.add(path);
      const imports = read(path).matchAll(importPattern);
      for (const [, name = ''] of imports) {
        visit(name.startsWith('/') ? name.slice(1) : join(path, '..', name));
      }
    };
    for (const [, path = ''] of read(page).matchAll(/(?:src|href)="\/([^"]+\.js)"/g)) visit(path);
    return [...found];
  }

  it.each(PAGES)(
    'has the API client and reads the API key only in the background, not in %s',
    (page) => {
      const backgroundTextsIn = (script: string) => {
        const content = read(script);
        return BACKGROUND_ONLY.filter((text) => content.includes(text));
      };
      const scripts = pageScripts(page);
      expect(scripts.length).toBeGreaterThan(0);
      for (const script of scripts) expect(backgroundTextsIn(script), script).toEqual([]);
      expect(backgroundTextsIn('background.js')).toEqual(BACKGROUND_ONLY);
    },
  );

  // The limits warn of surprises.
  it('opens the popup with at most 76 kB of scripts and styles, compressed, and without zod', () => {
    const scripts = pageScripts('popup.html', INITIAL_IMPORTS);
    const links = [...read('popup.html').matchAll(/href="\/([^"]+\.css)"/g)];
    const styles = links.map(([, path = '']) => path);
    expect(scripts.length).toBeGreaterThan(0);
    expect(styles.length).toBeGreaterThan(0);
    const sizes = [...scripts, ...styles].map((path) => gzipSync(read(path)).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(76_000);
    for (const script of scripts) expect(read(script), script).not.toContain('ZodMiniType');
    expect(read('background.js')).toContain('ZodMiniType');
  });

  it('has a worker of at most 97 kB, compressed, and loads file readers only on demand', () => {
    const size = (script: string) => gzipSync(read(script)).length;
    expect(size('background.js')).toBeLessThan(97_000);
    const popup = pageScripts('popup.html');
    expect(popup.length).toBeGreaterThan(1);
    for (const script of ['background.js', ...popup]) {
      for (const text of READERS) expect(read(script), script).not.toContain(text);
    }
    expect(read('sitemap-reader.js')).toContain(READERS[0]);
  });

  it('loads the writer of XLSX files only on demand', () => {
    const hasWriter = (script: string) => read(script).includes('numberStoredAsText');
    const initial = pageScripts('reports.html', INITIAL_IMPORTS);
    expect(initial.length).toBeGreaterThan(1);
    expect(initial.filter(hasWriter)).toEqual([]);
    expect(pageScripts('reports.html').filter(hasWriter)).toHaveLength(1);
  });

  it('is Manifest V3, and requires no host and only the listed permissions at installation', () => {
    const { permissions, optional_permissions, optional_host_permissions, ...rest } = manifest;
    const required = 'activeTab alarms contextMenus scripting storage unlimitedStorage'.split(' ');
    // Firefox needs no permission for its sidebar.
    if (build === 'chrome-mv3') required.push('sidePanel');
    expect(permissions.toSorted()).toEqual(required.toSorted());
    expect(optional_permissions.toSorted()).toEqual(['notifications', 'tabs']);
    expect(optional_host_permissions).toEqual(['https://*/*', 'http://*/*']);
    expect(rest.manifest_version).toBe(3);
    expect(Object.keys(rest.commands)).toEqual(['_execute_action', 'report-page']);
    // Each of these keys would give access to web pages, or give web pages access to the extension.
    const accessKeys = /host_permissions|content_scripts|externally_connectable|web_accessible/;
    expect(Object.keys(rest).filter((key) => accessKeys.test(key))).toEqual([]);
  });

  it('has a content security policy that lets its pages load only their own files', () => {
    const policy: string = manifest.content_security_policy.extension_pages;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy.replace("img-src 'self' data:", '')).not.toMatch(/unsafe|data:|blob:|\*/);
    for (const page of PAGES) {
      expect(read(page)).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
      const pagePolicy = directivesOf(pagePolicyOf(read(page)));
      const fetchDirectives = [...directivesOf(policy).keys()].filter((name) => /-src$/.test(name));
      for (const name of fetchDirectives) {
        if (name !== 'img-src') expect(pagePolicy.get(name)).toMatch(/^'(?:none|self)'$/);
      }
      expect(pagePolicy.get('connect-src')).toBe("'none'");
      expect(pagePolicy.get('trusted-types')).toBe("'none'");
    }
  });

  it('lets only the options page and All reports show images of data: URLs', () => {
    const imageSources = PAGES.map((page) => directivesOf(pagePolicyOf(read(page))).get('img-src'));
    expect(imageSources).toEqual(["'self'", "'self' data:", "'self' data:"]);
    // The policy of the manifest also applies to the worker, which shows no images.
    expect(read('background.js')).not.toMatch(/\bImage\(|["'`]img["'`]/);
  });

  it('names the licences of the packages that it contains', () => {
    const notices = read('THIRD-PARTY-NOTICES.txt');
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    for (const name of [...Object.keys(dependencies), 'wxt', 'uc.micro']) {
      expect(notices).toMatch(new RegExp(`^${name} [\\d.]+ \\(.+\\)$`, 'm'));
    }
    expect(notices).not.toMatch(/^(?:vitest|typescript) /m);
  });

  it('ships no sources, and describes the placeholders of its messages', () => {
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => /\.(ya?ml|map|tsx?)$/.test(file))).toEqual([]);
    const messages: Record<string, { message: string; description?: string }> = JSON.parse(
      read('_locales/en/messages.json'),
    );
    for (const [key, { message, description }] of Object.entries(messages)) {
      expect(key).not.toMatch(/^descriptions/);
      if (/\$\d/.test(message)) expect(description, key).toMatch(/^\$1: /);
    }
  });
});

function pagePolicyOf(html: string): string {
  const [, content = ''] =
    html.match(/http-equiv="Content-Security-Policy"[^>]*content="([^"]*)"/) ?? [];
  return content.replace(/&#39;|&apos;/g, "'");
}

/** Returns the sources of a policy by directive. */
function directivesOf(policy: string): Map<string, string> {
  return new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
}
