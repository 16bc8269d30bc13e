import { describe, expect, it } from 'vitest';
import { linkedText } from '@/lib/import/linked-text';

const PAGE_A = 'https://a.example/x';
const PAGE_B = 'https://b.example/y?a=1&b=2';
const START = "<meta charset='utf-8'><!--StartFragment-->";

describe('linkedText', () => {
  // htrinter/Open-Multiple-URLs#92, with HTML as Chromium and LibreOffice write to the clipboard.
  it.each<[what: string, plain: string, html: string, text: string]>([
    ['no links', 'One\nTwo', `${START}<b>One</b><br>Two`, 'One\nTwo'],
    ['no HTML', PAGE_A, '', PAGE_A],
    [
      'linked words',
      'One\nTwo',
      `${START}<a href="${PAGE_A}">One</a><br><a href='https://b.example/y?a=1&amp;b=2'>Two</a>`,
      `${PAGE_A}\n${PAGE_B}`,
    ],
    [
      'linked words beside an address',
      `One\tClicks\n${PAGE_A}\t2\n`,
      `<td><a href="${PAGE_B}">One</a></td><td>${PAGE_A}</td>`,
      `One\tClicks\n${PAGE_A}\t2\n${PAGE_B}`,
    ],
    ['a linked address', 'a.example/x', `<a href="${PAGE_A}">a.example/x</a>`, 'a.example/x'],
    [
      'the same link twice',
      'One',
      `<a href="${PAGE_A}">One</a><a href="${PAGE_A}"><img></a>`,
      PAGE_A,
    ],
    [
      'links that do not lead to pages',
      'One',
      '<a href="#a">One</a><a href="mailto:a@b.example">b</a>',
      'One',
    ],
  ])('adds addresses of links only if the text lacks them: %s', async (_, plain, html, text) => {
    expect(await linkedText(plain, html)).toBe(text);
  });
});
