import { parseMessagesFile } from '@wxt-dev/i18n/build';
import type { Page } from 'puppeteer-core';

/** Gives an English text of a page in another language; what is not the extension's own stays. */
export type Translator = (english: string) => string;

/** The languages whose words are the longest, the shortest, and run the other way; and one that is none. */
export const TRANSLATED = ['long', 'de', 'ja', 'ar'] as const;

const FORM = /\.(zero|one|two|few|many|other)$/;

/** The texts of a language by their keys. */
export async function textsOf(locale: string): Promise<Map<string, string>> {
  const messages = await parseMessagesFile(`components/text/locales/${locale}.yml`);
  return new Map(
    messages.map((one) => [one.key.join('.'), one.type === 'plural' ? '' : one.message]),
  );
}

/** A text that is a third longer, with accents, as no language needs more room. */
function lengthened(text: string): string {
  return text.replace(/(\$\d)|(\p{L})(\p{L})(\p{L})/gu, (all, placeholder, one, two, three) =>
    placeholder ? all : `${one}\u0301${two}${two}\u0308${three}`,
  );
}

/** What translates into such a language. */
export async function translatorTo(language: (typeof TRANSLATED)[number]): Promise<Translator> {
  const english = await textsOf('en');
  const other = language === 'long' ? null : await textsOf(language);
  const exact = new Map<string, string>();
  // Of texts that are alike in English, the one that needs most room.
  for (const [key, text] of english) {
    if (key.startsWith('descriptions.')) continue;
    const inOther = other?.get(key) ?? other?.get(key.replace(FORM, '.other')) ?? lengthened(text);
    if (inOther.length >= (exact.get(text)?.length ?? 0)) exact.set(text, inOther);
  }
  const longestFirst = [...exact].sort(([one], [two]) => two.length - one.length);
  const sentences = longestFirst.filter(([text]) => /[.!?…]$/.test(text));
  const filled = longestFirst
    .filter(([text]) => /\$\d/.test(text))
    .map(([text, inOther]) => {
      const order = [...text.matchAll(/\$(\d)/g)].map(([, number]) => Number(number));
      const pattern = escaped(text).replace(/\$\d/g, '([\\s\\S]+?)');
      return { pattern: new RegExp(`^${pattern}$`), order, inOther };
    });

  function translated(text: string): string {
    const [before = '', own = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text)?.slice(1) ?? [];
    return before + (exact.get(own) ?? fromParts(own) ?? own) + after;
  }

  function fromParts(own: string): string | undefined {
    const parts = own.split(' · ');
    if (parts.length > 1) return parts.map(translate).join(' · ');
    const [start, inOther] = sentences.find(([text]) => own.startsWith(`${text} `)) ?? [];
    if (start !== undefined) return `${inOther} ${translate(own.slice(start.length + 1))}`;
    for (const { pattern, order, inOther } of filled) {
      const found = pattern.exec(own);
      if (!found) continue;
      const value = (number: string) => translate(found[order.indexOf(Number(number)) + 1] ?? '');
      return inOther.replace(/\$(\d)/g, (_, number) => value(number));
    }
    return undefined;
  }

  // The same texts stand on many pages.
  const known = new Map<string, string>();
  function translate(text: string): string {
    const inOther = known.get(text) ?? translated(text);
    known.set(text, inOther);
    return inOther;
  }
  return translate;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^{}()|[\]\\]/g, '\\$&');
}

/** What a page keeps of itself between `englishTexts` and `showTexts`. */
interface Translatable {
  /** The English texts of nodes and fields that were found before. */
  english?: Map<Node, string>;
  found?: Node[];
}

/** The English texts of a page as it stands, in whatever language it is shown now. */
export function englishTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const window = globalThis as Translatable;
    const english = window.english ?? new Map<Node, string>();
    const found: Node[] = [];
    const find = (node: Node, text: string) => {
      if (!english.has(node)) english.set(node, text);
      found.push(node);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text instanceof Text; text = walker.nextNode()) {
      if (text.parentElement?.closest('bdi:not(.problem bdi), [dir]:not(html), dd')) continue;
      find(text, text.data);
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('[placeholder]')) {
      find(field, field.placeholder);
    }
    Object.assign(window, { english, found });
    return found.map((node) => english.get(node) ?? '');
  });
}

/** Puts other texts in the places of those that `englishTexts` has given last. */
export function showTexts(page: Page, texts: readonly string[]): Promise<void> {
  return page.evaluate((all) => {
    for (const [index, node] of ((globalThis as Translatable).found ?? []).entries()) {
      const text = all[index] ?? '';
      if (node instanceof Text) node.data = text;
      else (node as HTMLInputElement).placeholder = text;
    }
  }, texts);
}
