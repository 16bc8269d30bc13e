import { expect, it } from 'vitest';
import { amountText, numberOf } from '@/components/report/content/value-texts';
import { useMessages } from '../../../support/messages';

it.each<[locale: string, value: number, unit: Parameters<typeof amountText>[1], text: string]>([
  ['en', 512, 'bytes', '512 bytes'],
  ['en', 48_231, 'bytes', '48.2 kB'],
  ['en', 2_540_000, 'bytes', '2.5 MB'],
  ['en', 0.412_345, 'seconds', '0.41 sec'],
  ['en', 1, 'words', '1 word'],
  ['de', 48_231, 'bytes', '48,2 kB'],
  ['de', 12, 'percent', '12 %'],
  ['fr', 48_231, 'bytes', '48,2 ko'],
  ['pl', 22, 'characters', '22 znaki'],
  ['ar', 2, 'words', 'كلمتان'],
  ['pt_PT', 1, 'characters', '1 carácter'],
  ['zh_TW', 22, 'characters', '22 個字元'],
  ['zh_CN', 1_204, 'number', '1,204'],
])('amountText in the language %s shows %d %s as %j', async (locale, value, unit, text) => {
  await useMessages(locale);
  expect(amountText(value, unit).replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(text);
});

it.each([
  [3.4, 3.4],
  ['60', 60],
  ['0.5', 0.5],
  ['1e3', null],
  ['', null],
  [true, null],
  [null, null],
])('numberOf(%j) returns %j', (value, number) => {
  expect(numberOf(value)).toBe(number);
});
