import { expect, it } from 'vitest';
import { otherSpellings } from '@/lib/url/search-spellings';

it.each<[string, string[]]>([
  ['shop', []],
  ['stra%C3%9Fe', ['straße']],
  ['https://xn--mnchen-3ya.example/stra%C3%9Fe', ['https://münchen.example/straße']],
  ['xn--mnchen-3ya.example/stra%C3%9Fe', ['münchen.example/straße']],
  ['100%', []],
  ['straße', ['stra%C3%9Fe', 'xn--strae-oqa']],
  ['übergrößen', ['%C3%BCbergr%C3%B6%C3%9Fen', 'xn--bergren-4va0s1b']],
  ['München.example', ['M%C3%BCnchen.example', 'xn--mnchen-3ya.example']],
  [
    'https://münchen.example/straße?q=ä',
    [
      'https://m%C3%BCnchen.example/stra%C3%9Fe?q=%C3%A4',
      'https://xn--mnchen-3ya.example/stra%C3%9Fe?q=%C3%A4',
    ],
  ],
  ['größe 42', ['gr%C3%B6%C3%9Fe 42']],
  ['\ud800', ['%EF%BF%BD']],
])('%j is also searched for as %j', (text, others) => {
  expect(otherSpellings(text)).toEqual(others);
});
