import { describe, expect, it } from 'vitest';
import { linkedText } from '@/lib/import/linked-text';

const A = 'https://a.example/x';
const B = 'https://b.example/y?a=1&b=2';
const START = "<meta charset='utf-8'><!--StartFragment-->";

describe('linkedText', () => {
  // htrinter/Open-Multiple-URLs#92, with HTML as Chromium and LibreOffice write to the clipboard.
  it.each<[what: string, plain: string, html: string, text: string]>([
    ['no links', 'One\nTwo', `${START}<b>One</b><br>Two`, 'One\nTwo'],
    ['no HTML', A, '', A],
    [
      'linked words',
      'One\nTwo',
      `${START}<a href="${A}">One</a><br><a href='https://b.example/y?a=1&amp;b=2'>Two</a>`,
      `${A}\n${B}`,
    ],
    [
      'linked words beside an address',
      `One\tClicks\n${A}\t2\n`,
      `<td><a href="${B}">One</a></td><td>${A}</td>`,
      `One\tClicks\n${A}\t2\n${B}`,
    ],
    ['a linked address', 'a.example/x', `<a href="${A}">a.example/x</a>`, 'a.example/x'],
    ['the same link twice', 'One', `<a href="${A}">One</a><a href="${A}"><img></a>`, A],
    [
      'links that do not lead to pages',
      'One',
      '<a href="#a">One</a><a href="mailto:a@b.example">b</a>',
      'One',
    ],
  ])('adds only the missing addresses of links to a text with %s', async (_, plain, html, text) => {
    expect(await linkedText(plain, html)).toBe(text);
  });
});
