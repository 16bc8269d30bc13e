import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyProject, runIn, wxt } from '../../support/copied-project';

const folder = mkdtempSync(join(tmpdir(), 'new-text-'));
const project = join(folder, 'project');
afterAll(() => rmSync(folder, { recursive: true }));

function removeText(locale: string, text: RegExp): void {
  const file = join(project, `components/text/locales/${locale}.yml`);
  writeFileSync(file, readFileSync(file, 'utf8').replace(text, ''));
}

function builtMessage(locale: string, name: string): string {
  const file = join(project, `.output/chrome-mv3/_locales/${locale}/messages.json`);
  return JSON.parse(readFileSync(file, 'utf8'))[name].message;
}

describe('a text that exists only in English', () => {
  beforeAll(async () => {
    copyProject(project);
    removeText('de', /^ {2}create: .+\n/m);
    removeText('ar', /^ {2}more:\n( {4}.+\n)+/m);
    await wxt(project, 'build');
  }, 180_000);

  it('is shown in English in a language without a translation of the text', () => {
    expect(builtMessage('de', 'form_create')).toBe('Create report');
    expect(builtMessage('de', 'privacy_private')).toBe('Privat');
  });

  it('is shown in English for a plural form that English does not have', () => {
    expect(builtMessage('ar', 'operation_more_few')).toBe('$1 more reports');
  });

  it('prevents packing, and is listed for each language that lacks the text', async () => {
    const refusal = await runIn(project, 'npm', 'run', 'zip').catch((error) => error);
    expect(refusal.stdout).toContain('de: form.create: Create report');
    expect(refusal.stdout).toContain('ar: operation.more.one: 1 more report\n');
    expect(refusal.stdout).toContain('ar: operation.more.few: $1 more reports\n');
    expect(refusal.stderr).toMatch(/to translate before the extension can be packed: \d+/);
    expect(readdirSync(join(project, '.output'))).toEqual(['chrome-mv3']);
  }, 60_000);
});
