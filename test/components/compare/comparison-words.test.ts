import Papa from 'papaparse';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Side } from '@/components/compare/comparison-state';
import {
  areSame,
  comparisonCsv,
  comparisonText,
  groupsOf,
} from '@/components/compare/comparison-words';
import { compareResults } from '@/lib/report/compare/comparison';
import { readChecks } from '@/lib/report/content/checks';
import { type FailedCheck, toImportance } from '@/lib/report/importance';
import { NO_MUTES } from '@/lib/report/mutes';
import { useMessageKeys } from '../../support/message-keys';
import { useMessages } from '../../support/messages';
import { replaceGlobal } from '../../support/replace-global';
import { sampleDetails, sampleReport } from '../../support/sample-report';

const OCTOBER = '2026-10-26T09:00:00.000Z';
const NOVEMBER = '2026-11-02T12:00:00.000Z';

const side = (id: string, generatedAt: string | null, fields: Partial<Side> = {}): Side => ({
  report: sampleReport(id, { generatedAt }),
  details: null,
  failure: null,
  past: [],
  mutes: NO_MUTES,
  chosen: null,
  isStoredOnly: false,
  ...fields,
});
function contentOf(results: Record<string, object>) {
  const { checks } = readChecks({ results });
  const failing = checks.flatMap(({ name, isPassed, importance }): FailedCheck[] =>
    isPassed ? [] : [{ name, importance: toImportance(importance) }],
  );
  const muted: FailedCheck[] = [];
  return { checks, failing, muted };
}

const tooSlow = {
  passed: false,
  importance: 'medium',
  value: 3.96,
  errors: { too_slow: { max: '2' } },
};
const failing = { passed: false, value: null, errors: { missing: null } };
const LEFT = contentOf({
  noindex: { ...failing, importance: 'high', value: 'noindex, nofollow' },
  load_time: tooSlow,
  social: { ...failing, importance: 'low', value: [] },
  title: { passed: true, importance: 'high', value: 'Chairs' },
});
const RIGHT = contentOf({
  noindex: { passed: true, importance: 'high', value: null },
  load_time: tooSlow,
  social: { passed: true, importance: 'low', value: null },
  title: { ...failing, importance: 'high' },
});

const titles = (left: Side, right: Side, one = LEFT, other = RIGHT) =>
  groupsOf(compareResults(one, other), { left, right }).map(
    ({ title, checks }) => `${title}: ${checks.map(({ name }) => name)}`,
  );

const sideOf = (url: string, id = '1') => ({
  ...side(id, NOVEMBER),
  report: sampleReport(id, { url, fullUrl: url, generatedAt: NOVEMBER }),
});

describe('a comparison of two pages', () => {
  beforeEach(async () => {
    replaceGlobal('navigator', { language: 'en-US' });
    await useMessages('en');
  });

  it('lists intended checks separately from new and fixed checks', () => {
    const muted = (failed: typeof LEFT, ...names: string[]) => ({
      ...failed,
      failing: failed.failing.filter(({ name }) => !names.includes(name)),
      muted: failed.failing.filter(({ name }) => names.includes(name)),
    });
    const [earlier, later] = [side('1', OCTOBER), side('1', NOVEMBER)];
    const [failedLeft, failedRight] = [muted(LEFT, 'social'), muted(RIGHT, 'title')];
    expect(titles(earlier, later, failedLeft, failedRight)).toEqual([
      'Fixed: noindex',
      'Still failing: load_time',
      'Intended: title,social',
    ]);
    const stillFailing = muted(LEFT, 'load_time');
    expect(titles(earlier, later, LEFT, stillFailing)).toEqual([
      'Still failing: noindex,social',
      'Intended: load_time',
      'Passed on both: title',
    ]);
    const text = comparisonText(compareResults(LEFT, stillFailing), {
      left: earlier,
      right: later,
    });
    expect(text).toContain(
      'Intended: 1\n- Load time (medium): Too slow: 3.96 sec, at most 2 sec | ',
    );
  });

  it('names the checks that fail on either page, without New and Fixed', () => {
    const [left, right] = [
      sideOf('https://www.nordlicht-moebel.example/sofas'),
      sideOf('https://wohnwelt24.example/', '2'),
    ];
    expect(titles(left, right)).toEqual([
      'Only \u2068nordlicht-moebel.example\u2069 fails: noindex,social',
      'Only \u2068wohnwelt24.example\u2069 fails: title',
      'Both fail: load_time',
    ]);
    const text = comparisonText(compareResults(LEFT, RIGHT), { left, right });
    expect(text.split('\n')).toEqual([
      'First: https://www.nordlicht-moebel.example/sofas · Good · Nov 2, 2026, 12:00 PM',
      'Second: https://wohnwelt24.example/ · Good · Nov 2, 2026, 12:00 PM',
      '',
      'Only nordlicht-moebel.example fails: 2',
      '- Noindex (high): Asks search engines not to list it · noindex, nofollow | Passed',
      '- Social (low): Missing | Passed',
      '',
      'Only wohnwelt24.example fails: 1',
      '- Title (high): Chairs | Missing',
      '',
      'Both fail: 1',
      '- Load time (medium): Too slow: 3.96 sec, at most 2 sec | the same',
      '',
    ]);
    const rows = Papa.parse<string[]>(comparisonCsv(compareResults(LEFT, RIGHT), { left, right }));
    expect(rows.data.slice(1, 4).map(([state, , importance]) => [state, importance])).toEqual([
      ['Only nordlicht-moebel.example fails', 'high'],
      ['Only nordlicht-moebel.example fails', 'low'],
      ['Only wohnwelt24.example fails', 'high'],
    ]);
  });

  it('names the difference between two addresses of one host', () => {
    const [left, right] = [
      sideOf('https://shop.example/'),
      sideOf('https://shop.example/sofas', '2'),
    ];
    expect(titles(left, right).map((title) => title.replaceAll(/[\u2068\u2069]/g, ''))).toEqual([
      'Only shop.example/ fails: noindex,social',
      'Only /sofas fails: title',
      'Both fail: load_time',
    ]);
  });
});

describe('a comparison of two results of a page', () => {
  beforeEach(async () => {
    replaceGlobal('navigator', { language: 'en-US' });
    await useMessages('en');
  });

  it.each([
    ['left', OCTOBER, NOVEMBER, ['New: title', 'Fixed: noindex,social']],
    ['right', NOVEMBER, OCTOBER, ['New: noindex,social', 'Fixed: title']],
  ])(
    'lists the checks that are new in the later result if the earlier result is on the %s',
    (_, one, other, expected) => {
      const url = 'https://shop.example/';
      const left = { ...side('1', one), report: sampleReport('1', { url, generatedAt: one }) };
      const right = { ...side('2', other), report: sampleReport('2', { url, generatedAt: other }) };
      expect(titles(left, right)).toEqual([...expected, 'Still failing: load_time']);
    },
  );

  it('names its columns first and second, even in a right-to-left language', async () => {
    await useMessages('ar');
    const sides = { left: side('1', OCTOBER), right: side('1', NOVEMBER) };
    const [, first, second] = comparisonText(compareResults(LEFT, RIGHT), sides).split('\n');
    expect([first, second]).toEqual([
      expect.stringMatching(/^الأول: /),
      expect.stringMatching(/^الثاني: /),
    ]);
  });

  it('says that the service no longer has a stored result', () => {
    const chosen = {
      ...({ reportId: '1', result: 'bad', score: 40, generatedAt: OCTOBER } as const),
      failedChecks: LEFT.failing,
    };
    const stored = { checks: null, failing: chosen.failedChecks, muted: [] };
    const left = side('1', NOVEMBER, { chosen, isStoredOnly: true });
    const text = comparisonText(compareResults(stored, RIGHT), {
      left,
      right: side('1', NOVEMBER),
    });
    expect(text.split('\n').slice(0, 4)).toEqual([
      'https://host.example/1',
      'First: Bad 40 · Oct 26, 2026, 9:00 AM',
      'Second: Good · Nov 2, 2026, 12:00 PM',
      'The service no longer has the result of Oct 26, 2026, 9:00 AM. Only its failed checks are kept here.',
    ]);
    // A result that was read is compared like any other.
    const details = { ...sampleDetails('1', { generatedAt: OCTOBER }), checks: LEFT.checks };
    const readSide = side('1', NOVEMBER, { chosen, details });
    const textOfRead = comparisonText(compareResults(LEFT, RIGHT), {
      left: readSide,
      right: side('1', NOVEMBER),
    });
    expect(textOfRead).not.toContain('no longer');
  });
});

describe('an exported comparison', () => {
  beforeEach(() => {
    replaceGlobal('navigator', { language: 'en-US' });
    useMessageKeys();
  });

  it('has both addresses with their dates in the head of its CSV', () => {
    const noChecks = { onlyLeft: [], onlyRight: [], both: [], muted: [], neither: [] };
    const sides = { left: side('1', NOVEMBER), right: side('2', null) };
    const [head] = Papa.parse<string[]>(comparisonCsv(noChecks, sides)).data;
    expect(head?.slice(3)).toEqual([
      expect.stringMatching(/host\.example\/1 \(Nov 2, 2026.*\)$/),
      '',
      expect.stringMatching(/host\.example\/2$/),
      '',
    ]);
  });

  it('names the address of the page once, and the failed checks of a stored result', () => {
    const importantCheck = (passed: boolean, value: string) => ({
      passed,
      importance: 'high',
      value,
    });
    const current = contentOf({
      title: importantCheck(false, 'A'),
      robots: importantCheck(true, 'B'),
      new: importantCheck(false, 'C'),
    });
    const storedFailures: FailedCheck[] = ['title', 'robots'].map((name) => ({
      name,
      importance: 'high',
    }));
    const comparison = compareResults(
      { checks: null, failing: storedFailures, muted: [] },
      current,
    );
    const sides = { left: side('1', null), right: side('1', null) };
    expect(comparisonText(comparison, sides).split('\n').slice(0, 3)).toEqual([
      'https://host.example/1',
      'comparison_first: rating_good',
      'comparison_second: rating_good',
    ]);
    const rows = Papa.parse<string[]>(comparisonCsv(comparison, sides).trim()).data.slice(1);
    const HIGH = 'checks_importance_high';
    expect(rows).toEqual([
      ['past_appeared', 'New', HIGH, 'comparison_notFailed', '', 'report_failed', 'C'],
      ['past_fixed', 'checks_name_robots', HIGH, 'comparison_failed', '', 'report_passed', 'B'],
      ['past_remaining', 'checks_name_title', HIGH, 'comparison_failed', '', 'report_failed', 'A'],
    ]);
    expect(compareResults(current, current).both.map(areSame)).toEqual([true, true]);
  });
});
