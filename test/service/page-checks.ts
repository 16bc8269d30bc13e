import { rate } from './rating';
import type { Analysis } from './report';

/**
 * Rates the HTML of a page:
 * - `title`: a title of 10 to 60 characters
 * - `description`: a meta description of 50 to 160 characters
 * - `heading`: exactly one h1
 * - `language`: `lang` on the html element
 * - `viewport`: a meta viewport
 * - `image alternatives`: `alt`, possibly empty, on every image
 *
 * It reads tags with regular expressions, which is enough for pages that are written plainly.
 */
export function checkPage(html: string): Analysis {
  const markup = html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<(script|style|template)\b[\s\S]*?<\/\1\s*>/gi, '');
  const checks = [
    { name: 'title', passed: isBetween(titleOf(markup).length, 10, 60) },
    { name: 'description', passed: isBetween(metaContent(markup, 'description').length, 50, 160) },
    { name: 'heading', passed: tags(markup, 'h1').length === 1 },
    { name: 'language', passed: tags(markup, 'html').some((tag) => attribute(tag, 'lang')) },
    { name: 'viewport', passed: metaContent(markup, 'viewport') !== '' },
    {
      name: 'image alternatives',
      passed: tags(markup, 'img').every((tag) => attribute(tag, 'alt') !== null),
    },
  ];
  return { result: rate(checks), checks };
}

function isBetween(length: number, least: number, most: number): boolean {
  return length >= least && length <= most;
}

function titleOf(markup: string): string {
  return /<title\b[^>]*>([^<]*)</i.exec(markup)?.[1]?.trim() ?? '';
}

function metaContent(markup: string, name: string): string {
  const meta = tags(markup, 'meta').find((tag) => attribute(tag, 'name')?.toLowerCase() === name);
  return meta === undefined ? '' : (attribute(meta, 'content') ?? '').trim();
}

/** The opening tags of one element, attribute values with a `>` inside quotes included. */
function tags(markup: string, name: string): readonly string[] {
  return markup.match(new RegExp(`<${name}(?=[\\s/>])(?:"[^"]*"|'[^']*'|[^'">])*>`, 'gi')) ?? [];
}

/** Null when the tag has no such attribute; empty when it has no value. */
function attribute(tag: string, name: string): string | null {
  const found = new RegExp(
    `\\s${name}(?:\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>"']+)))?(?=[\\s/>])`,
    'i',
  ).exec(tag);
  return found ? (found[1] ?? found[2] ?? found[3] ?? '') : null;
}
