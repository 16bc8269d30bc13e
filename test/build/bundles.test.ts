import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** What stands in a bundle that holds the key or its header, or the wire's parameters. */
const BACKGROUND_ONLY = [
  /Authorization/,
  /per_page/,
  /search_by/,
  /bearer-key/,
  /TRUSTED_CONTEXTS/,
];

describe.each(['chrome-mv3', 'firefox-mv3'])('the %s build', (build) => {
  const root = join('.output', build);
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const manifest = JSON.parse(read('manifest.json'));

  /** A page's scripts, with everything that they import. */
  function pageScripts(page: string): string[] {
    const found = new Set<string>();
    const visit = (path: string) => {
      if (found.has(path)) return;
      found.add(path);
      const imports = read(path).matchAll(/(?:from|import)\s*\(?\s*["'`](\.?\/[\w./-]+\.js)["'`]/g);
      for (const [, name = ''] of imports) {
        visit(name.startsWith('/') ? name.slice(1) : join(path, '..', name));
      }
    };
    for (const [, path = ''] of read(page).matchAll(/(?:src|href)="\/([^"]+\.js)"/g)) visit(path);
    return [...found];
  }

  it.each(['popup.html', 'options.html'])('keeps client and key out of %s', (page) => {
    const scripts = pageScripts(page);
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) {
      const found = BACKGROUND_ONLY.filter((mark) => mark.test(read(script)));
      expect(found, script).toEqual([]);
    }
  });

  it('has them in the background, so that the marks are the right ones', () => {
    const missing = BACKGROUND_ONLY.filter((mark) => !mark.test(read('background.js')));
    expect(missing).toEqual([]);
  });

  it('is Manifest V3 and asks for no host, and little else, on installation', () => {
    expect(manifest.manifest_version).toBe(3);
    expect(manifest.permissions.toSorted()).toEqual([
      'activeTab',
      'alarms',
      'contextMenus',
      'scripting',
      'storage',
      'unlimitedStorage',
    ]);
    expect(manifest).not.toHaveProperty('host_permissions');
    expect(manifest).not.toHaveProperty('content_scripts');
    expect(manifest).not.toHaveProperty('externally_connectable');
    expect(manifest).not.toHaveProperty('web_accessible_resources');
    expect(manifest.optional_permissions.toSorted()).toEqual(['notifications', 'tabs']);
    expect(Object.keys(manifest.commands)).toEqual(['_execute_action', 'report-page']);
    expect(manifest.optional_host_permissions).toEqual(['https://*/*', 'http://*/*']);
  });

  it('forbids its pages everything but their own files and the service', () => {
    const policy: string = manifest.content_security_policy.extension_pages;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|data:|blob:|\*/);
  });

  it('ships nothing but what runs', () => {
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => /\.(ya?ml|map|tsx?)$/.test(file))).toEqual([]);
  });

  it('tells translators what a placeholder stands for', () => {
    const messages: Record<string, { message: string; description?: string }> = JSON.parse(
      read('_locales/en/messages.json'),
    );
    expect(Object.keys(messages).filter((key) => key.startsWith('descriptions'))).toEqual([]);
    for (const [key, { message, description }] of Object.entries(messages)) {
      if (/\$\d/.test(message)) expect(description, key).toMatch(/^\$1: /);
    }
  });

  it('loads nothing from anywhere', () => {
    for (const page of ['popup.html', 'options.html']) {
      expect(read(page)).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    }
  });
});
