import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrangeFields, type Check } from '@/lib/report/content/checks';
import { REPORT_BOUNDS, toExtraFields } from '@/lib/report/extra-fields';
import { keyedChecks, listedAudits, nestedMetrics } from '../../../service/report-contents';

function arrange(json: object) {
  return arrangeFields(toExtraFields(json, REPORT_BOUNDS).fields);
}

/** Checks in a line each: `- title (high) | value | message`. */
function lines(checks: Check[]): string[] {
  return checks.map(({ name, isPassed, importance, said }) =>
    [
      `${isPassed ? '+' : '-'} ${name}${importance === null ? '' : ` (${importance})`}`,
      ...said,
    ].join(' | '),
  );
}

describe('entries that each carry a verdict', () => {
  it('are checks by their keys, failed ones first, with what they say', () => {
    const { checks, fields } = arrange(keyedChecks);
    expect(lines(checks)).toEqual([
      '- meta_description (high) | Missing',
      '- image_alt (medium) | 3 | 3 images have no text. | Describe what they show.',
      '- load_time_ms (medium) | 3400 | At most 2 s',
      '+ title (high) | Plan your visit, Harbour Museum',
      '+ h1 (high) | 1',
      '+ page_size (low) | 18204',
      '+ https (high)',
    ]);
    expect(checks.map(({ group }) => group)).toEqual([
      'Seo',
      'Seo',
      'Performance',
      'Seo',
      'Seo',
      'Performance',
      'Performance',
    ]);
    expect(checks[1]?.details.map(({ name }) => name)).toEqual(['images']);
    expect(fields).toEqual([
      { name: 'score', value: 86 },
      { name: 'generated_in_ms', value: 742 },
    ]);
  });

  it('are checks of a list by their names, and the rest of it stays', () => {
    const { checks, fields } = arrange(listedAudits);
    expect(lines(checks)).toEqual([
      '- Mixed content (critical) | A picture is loaded without encryption. | Load it by https.',
      '- Title length (warning) | 68 characters',
      '+ Canonical address (minor)',
    ]);
    expect(checks[0]?.details.map(({ name }) => name)).toEqual(['id', 'elements']);
    expect(fields.map(({ name }) => name)).toEqual(['audits', 'crawledAt', 'page']);
    expect(JSON.stringify(fields[0])).toContain('skipped');
    expect(JSON.stringify(fields[0])).not.toContain('Mixed');
  });

  it('are none where nothing passed or failed', () => {
    const { checks, fields } = arrange(nestedMetrics);
    expect(checks).toEqual([]);
    expect(fields.map(({ name }) => name)).toEqual([
      'performance_score',
      'sections',
      'keywords',
      'canonicalUrl',
      'notes',
    ]);
  });

  it.each<[string, object, string[]]>([
    ['one entry of a list', { list: [{ name: 'a', ok: true }] }, ['+ a']],
    ['one entry that is all there is', { https: { valid: false } }, ['- https']],
    ['one among other things', { a: { ok: true }, b: { c: 1 } }, []],
    ['two among other things', { a: { ok: true }, b: 1, c: { ok: false } }, ['- c', '+ a']],
    ['a list without names', { list: [{ ok: true }, { ok: false }] }, ['- 2', '+ 1']],
    [
      'numbered keys',
      { list: { 1: { title: 'One', ok: true }, 2: { ok: true } } },
      ['+ One', '+ 2'],
    ],
    ['isPassed', { a_b: [{ name: 'x_y', isPassed: true }] }, ['+ x_y']],
    [
      'failed',
      {
        list: [
          { name: 'one', failed: true },
          { name: 'two', failed: false },
        ],
      },
      ['- one', '+ two'],
    ],
    ['counts', { desktop: { passed: 12, failed: 3 }, mobile: { passed: 1, failed: 0 } }, []],
    ['a boolean that is no verdict', { a: { isIndexable: true }, b: { isIndexable: false } }, []],
    ['a word that is none', { list: [{ status: 'pending' }, { status: 'good' }] }, []],
    [
      'words in any writing',
      {
        list: [
          { name: 'one', Status: 'PASSED' },
          { name: 'two', state: 'Failed' },
        ],
      },
      ['- two', '+ one'],
    ],
    [
      'a verdict above checks',
      {
        seo: { ok: false, checks: [{ name: 'one', ok: true }] },
        speed: { ok: true, checks: [{ name: 'two', ok: true }] },
      },
      ['+ one', '+ two'],
    ],
    [
      'checks of which one holds what it looked at',
      {
        alt: {
          ok: false,
          images: [
            { src: '/a', ok: false },
            { src: '/b', ok: true },
          ],
        },
        h1: { ok: true },
      },
      ['- alt', '+ h1'],
    ],
    [
      'messages that say nothing',
      { list: [{ name: 'one', ok: true, errors: [], message: null, warning: false }] },
      ['+ one'],
    ],
    [
      'an importance that is none',
      { list: [{ name: 'one', ok: true, weight: 3, severity: 'x'.repeat(121) }] },
      ['+ one'],
    ],
    ['a value that is nothing', { list: [{ name: 'one', ok: true, value: '' }] }, ['+ one']],
    [
      'a boolean before a word',
      { list: [{ name: 'one', status: 'warning', passed: true }] },
      ['+ one'],
    ],
    ['the better of two names', { list: [{ id: 'x1', title: 'One', ok: true }] }, ['+ One']],
  ])('are found: %s', (_, json, expected) => {
    expect(lines(arrange(json).checks)).toEqual(expected);
  });

  it('keep what is no check of a section that holds checks', () => {
    const { checks, fields } = arrange({
      seo: { ok: false, total: 2, checks: [{ name: 'one', ok: true }], empty: [] },
    });
    expect(lines(checks)).toEqual(['+ one']);
    expect(fields).toEqual([
      {
        name: 'seo',
        value: {
          fields: [
            { name: 'ok', value: false },
            { name: 'total', value: 2 },
            { name: 'empty', value: { fields: [] } },
          ],
        },
      },
    ]);
  });

  it('may have any names and values', () => {
    const { checks } = arrange(
      JSON.parse('{"x":{"__proto__":{"ok":false},"toString":{"ok":true}}}'),
    );
    expect(lines(checks)).toEqual(['- __proto__', '+ toString']);
  });
});

describe('any JSON', () => {
  it('is arranged without a fault, and nothing of it twice', () => {
    const names = fc.constantFrom(
      'passed',
      'ok',
      'status',
      'message',
      'value',
      'score',
      'a_b',
      '__proto__',
      '1',
    );
    const json = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom(true, false, null, 'failed', 'ok', '', 'text', 3, '2026-10-06'),
        fc.array(tie('any'), { maxLength: 4 }),
        fc.array(fc.tuple(names, tie('any')), { maxLength: 4 }).map(Object.fromEntries),
      ),
    })).any;
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(json, fc.jsonValue())), (object) => {
        const { checks, fields } = arrange(object);
        const isPassed = checks.map((check) => check.isPassed);
        expect(isPassed).toEqual(isPassed.toSorted());
        const sent = JSON.stringify(toExtraFields(object, REPORT_BOUNDS)).length;
        const shown = JSON.stringify(fields).length;
        // Numbered lists take some more to write.
        expect(shown).toBeLessThanOrEqual(sent * 10 + 100);
      }),
    );
  });
});
