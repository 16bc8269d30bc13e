import { beforeEach, expect, it, vi } from 'vitest';
import {
  announceCopy,
  linkCopied,
  linkLimits,
  textCopied,
} from '@/components/text/messages/copy-message';
import type { Privacy } from '@/lib/report/privacy';
import { useMessages } from '../../../support/messages';

beforeEach(() => useMessages('en'));

const LINK = 'https://service.example/reports/1';

it.each<[Privacy | null, link: string, text: string]>([
  [0, 'Anyone can open it (public).', 'Anyone can open its link (public).'],
  [1, 'Only your account can open it (private).', 'Only your account can open its link (private).'],
  [2, "The password isn't included.", "The password isn't included."],
  [null, '', ''],
])('linkCopied and textCopied say who can open a report with privacy %s', (privacy, link, text) => {
  expect(linkCopied({ privacy })).toBe(`Link copied. ${link}`.trim());
  expect(textCopied({ privacy }, LINK)).toBe(`Report copied as text. ${text}`.trim());
  expect(textCopied({ privacy }, null)).toBe('Report copied as text.');
});

it.each<[privacies: (Privacy | null)[], sentences: string[]]>([
  [[], []],
  [[0, null], []],
  [[0, 1], ['Only your account can open the link of 1 report (private).']],
  [
    [1, 1, 2, 0, 2, 2],
    [
      'Only your account can open the links of 2 reports (private).',
      "The passwords of 3 reports aren't included.",
    ],
  ],
])(
  'linkLimits counts the links that not everyone can open, for the privacies %j',
  (privacies, sentences) => {
    expect(linkLimits(privacies.map((privacy) => ({ privacy })))).toEqual(sentences);
  },
);

const FAILED = "Couldn't copy. Select the text and copy it yourself.";

it.each([
  ['allows', () => Promise.resolve(), ['URL copied', false, 'word', 'URL copied']],
  ['does not allow', () => Promise.reject(new Error('Not allowed')), [FAILED, true]],
])('announceCopy announces the outcome if the browser %s copying', async (_, copy, announced) => {
  const announce = vi.fn();
  await announceCopy(copy(), 'URL copied', announce, 'word');
  expect(announce.mock.calls).toEqual([announced]);
});
