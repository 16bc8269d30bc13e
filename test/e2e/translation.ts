import { parseMessagesFile } from '@wxt-dev/i18n/build';
import type { Page } from 'puppeteer-core';

/** English texts, each with another language's; both with placeholders. */
export type Translation = [english: string, other: string][];

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

/** All texts in such a language. */
export async function translationTo(language: (typeof TRANSLATED)[number]): Promise<Translation> {
  const english = await textsOf('en');
  const other = language === 'long' ? null : await textsOf(language);
  return [...english]
    .filter(([key]) => !key.startsWith('descriptions.'))
    .map(([key, text]) => {
      const inOther = other?.get(key) ?? other?.get(key.replace(FORM, '.other'));
      return [text, inOther ?? lengthened(text)];
    });
}

/**
 * Puts a page that speaks English into another language, as it stands, and says how many texts have
 * changed. What is not the extension's own stays.
 */
export function translate(page: Page, translation: Translation): Promise<number> {
  return page.evaluate((pairs) => {
    const exact = new Map<string, string>();
    // Of texts that are alike in English, the one that needs most room.
    for (const [english, other] of pairs) {
      if (other.length >= (exact.get(english)?.length ?? 0)) exact.set(english, other);
    }
    const sentences = [...exact.keys()].filter((text) => /[.!?…]$/.test(text));
    sentences.sort((one, two) => two.length - one.length);
    const escaped = (text: string) => text.replace(/[.*+?^{}()|[\]\\]/g, '\\$&');
    const filled = [...exact]
      .filter(([english]) => /\$\d/.test(english))
      .sort(([one], [two]) => two.length - one.length)
      .map(([english, other]) => {
        const order = [...english.matchAll(/\$(\d)/g)].map(([, number]) => Number(number));
        const pattern = escaped(english).replace(/\$\d/g, '([\\s\\S]+?)');
        return { pattern: new RegExp(`^${pattern}$`), order, other };
      });

    function inOther(text: string): string {
      const [before = '', own = '', after = ''] =
        /^(\s*)([\s\S]*?)(\s*)$/.exec(text)?.slice(1) ?? [];
      const known = exact.get(own);
      if (known !== undefined) return before + known + after;
      const parts = own.split(' · ');
      if (parts.length > 1) return before + parts.map(inOther).join(' · ') + after;
      const start = sentences.find((sentence) => own.startsWith(`${sentence} `));
      if (start !== undefined) {
        const rest = inOther(own.slice(start.length + 1));
        return `${before}${exact.get(start)} ${rest}${after}`;
      }
      for (const { pattern, order, other } of filled) {
        const found = pattern.exec(own);
        if (!found) continue;
        const value = (number: string) => inOther(found[order.indexOf(Number(number)) + 1] ?? '');
        return before + other.replace(/\$(\d)/g, (_, number) => value(number)) + after;
      }
      return text;
    }

    const window = globalThis as unknown as { english?: Map<Node, string> };
    window.english ??= new Map();
    let count = 0;
    const change = (node: Node, now: string, set: (text: string) => void) => {
      const english = window.english?.get(node) ?? now;
      window.english?.set(node, english);
      const text = inOther(english);
      set(text);
      if (text !== english) count += 1;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text instanceof Text; text = walker.nextNode()) {
      const node = text;
      if (node.parentElement?.closest('bdi:not(.problem bdi), [dir]:not(html), dd')) continue;
      change(node, node.data, (said) => {
        node.data = said;
      });
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('[placeholder]')) {
      change(field, field.placeholder, (said) => {
        field.placeholder = said;
      });
    }
    return count;
  }, translation);
}
