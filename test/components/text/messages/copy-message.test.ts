import { beforeEach, expect, it, vi } from 'vitest';
import { withoutDirectionMarks } from '@/components/text/isolation';
import {
  announceCopy,
  copiedLinkOpens,
  linkCopied,
  linkLimits,
  passwordCopied,
  textCopied,
} from '@/components/text/messages/copy-message';
import type { Privacy } from '@/lib/report/privacy';
import { useMessages } from '../../../support/messages';

beforeEach(() => useMessages('en'));

const LINK = 'https://service.example/reports/1';

it.each<[Privacy | null, opens: string | null, text: string]>([
  [0, 'Anyone can open it (public).', 'Anyone can open its link (public).'],
  [1, 'Only your account can open it (private).', 'Only your account can open its link (private).'],
  [2, "The password isn't included.", "The password isn't included."],
  [null, null, ''],
])(
  'linkCopied and textCopied name a report with privacy %s and say who can open it',
  (privacy, opens, text) => {
    const report = { id: '1', url: 'https://host.example/page', privacy };
    const asText = 'Report copied as text: host.example/page.';
    const plain = (message: string | null) => message && withoutDirectionMarks(message);
    expect(plain(linkCopied(report))).toBe(`Link copied: host.example/page. ${opens ?? ''}`.trim());
    expect(plain(copiedLinkOpens(report))).toBe(opens && `host.example/page: ${opens}`);
    expect(plain(textCopied(report, LINK))).toBe(`${asText} ${text}`.trim());
    expect(plain(textCopied(report, null))).toBe(asText);
  },
);

it('passwordCopied names the page of the password if it is known', () => {
  expect(passwordCopied('')).toBe('Password copied');
  const copied = passwordCopied('https://host.example/page');
  expect(withoutDirectionMarks(copied)).toBe('Password copied for host.example/page.');
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

const FAILED = "Couldn't copy. Try again.";

it.each([
  ['allows', () => Promise.resolve(), ['URL copied', { password: 'word' }]],
  ['does not allow', () => Promise.reject(new Error('Not allowed')), [FAILED, { isFailure: true }]],
])('announceCopy announces the outcome if the browser %s copying', async (_, copy, announced) => {
  const announce = vi.fn();
  await announceCopy(copy(), 'URL copied', announce, { password: 'word' });
  expect(announce.mock.calls).toEqual([announced]);
});
