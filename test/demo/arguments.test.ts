import { expect, it } from 'vitest';
import { readArguments } from './arguments';

const PAGE = 'https://example.com/';

it.each<[string, string[], object]>([
  ['nothing', [], { browserName: 'chromium', urls: [] }],
  ['pages', ['--', PAGE, 'HTTP://a.example'], { urls: [PAGE, 'http://a.example/'] }],
  ['a browser', ['--browser', 'firefox'], { browserName: 'firefox', urls: [] }],
  ['a browser before pages', ['--browser', 'chromium', PAGE], { urls: [PAGE] }],
  ['a browser after pages', [PAGE, '--browser=firefox'], { browserName: 'firefox', urls: [PAGE] }],
])('the demo takes %s', (_, args, read) => {
  expect(readArguments(args)).toMatchObject(read);
});

it.each<[string, string[], string]>([
  ['an unknown browser', ['--browser', 'opera'], '--browser takes chromium or firefox, not opera.'],
  ['no browser', [PAGE, '--browser'], '--browser takes chromium or firefox.'],
  ['no URL', ['example.com'], 'example.com cannot be reported: give an https:// URL.'],
  ['an unknown option', ['--headed'], '--headed cannot be reported: give an https:// URL.'],
])('the demo says in a sentence what is wrong: %s', (_, args, sentence) => {
  expect(() => readArguments(args)).toThrow(sentence);
});
