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

function names(parts: readonly { name: string }[] | undefined) {
  return parts?.map(({ name }) => name).join(' ');
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
    expect(checks.map(({ group }) => group).join(' ')).toBe(
      'SEO SEO Performance SEO SEO Performance Performance',
    );
    expect(names(checks[1]?.details)).toBe('images');
    expect(fields).toEqual(
      toExtraFields({ score: 86, generated_in_ms: 742 }, REPORT_BOUNDS).fields,
    );
  });

  it('stand by their importance where they failed, with the reasons that have names', () => {
    const { checks } = arrange({
      results: {
        '404_page': { passed: false, importance: 'low', errors: { missing: null } },
        title: { passed: true, importance: 'high', errors: { too_short: { min: 5 } } },
        robots: { passed: false, errors: { blocked: ['/a', '/b'] } },
        load_time: { passed: false, importance: 'high', value: 3, errors: { slow: { max: 2 } } },
        images: { passed: false, importance: 'medium', errors: { alt: { of: { deep: 1 } } } },
      },
    });
    expect(checks.map(({ name }) => name)).toEqual([
      ...['load_time', 'images', '404_page', 'robots', 'title'],
    ]);
    expect(checks.map(({ reasons }) => names(reasons))).toEqual(['slow', '', '', 'blocked', '']);
    // What is no reason in a few words stays among the details.
    expect(checks.map(({ details }) => names(details))).toEqual(['', 'errors', '', '', 'errors']);
  });

  it('are checks of a list by their names, and the rest of it stays', () => {
    const { checks, fields } = arrange(listedAudits);
    expect(lines(checks)).toEqual([
      '- Mixed content (critical) | A picture is loaded without encryption. | Load it by https.',
      '- Title length (warning) | 68 characters',
      '+ Canonical address (minor)',
    ]);
    expect(names(checks[0]?.details)).toBe('id elements');
    expect(names(fields)).toBe('audits crawledAt page');
    expect(JSON.stringify(fields[0])).toContain('skipped');
    expect(JSON.stringify(fields[0])).not.toContain('Mixed');
  });

  it('are none where nothing passed or failed', () => {
    const { checks, fields } = arrange(nestedMetrics);
    expect(checks).toEqual([]);
    expect(names(fields)).toBe('performance_score sections keywords canonicalUrl notes');
  });

  it.each<[string, object | string, string[]]>([
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
    ['failed', { one: { failed: true }, two: { failed: false } }, ['- one', '+ two']],
    ['counts', { desktop: { passed: 12, failed: 3 }, mobile: { passed: 1, failed: 0 } }, []],
    ['a boolean that is no verdict', { a: { isIndexable: true }, b: { isIndexable: false } }, []],
    ['a word that is none', { list: [{ status: 'pending' }, { status: 'good' }] }, []],
    [
      'words in any writing',
      { one: { Status: 'PASSED' }, two: { state: 'Failed' } },
      ['- two', '+ one'],
    ],
    [
      'a verdict above checks',
      { seo: { ok: false, checks: [{ name: 'one', ok: true }] }, speed: { two: { ok: true } } },
      ['+ one', '+ two'],
    ],
    [
      'checks of which one holds what it looked at',
      { alt: { ok: false, images: [{ src: '/a', ok: false }, { ok: true }] }, h1: { ok: true } },
      ['- alt', '+ h1'],
    ],
    [
      'messages and a value that say nothing',
      { one: { ok: true, errors: [], message: null, warning: false, value: '' } },
      ['+ one'],
    ],
    [
      'an importance that is none',
      { list: [{ name: 'one', ok: true, weight: 3, severity: 'x'.repeat(121) }] },
      ['+ one'],
    ],
    ['a boolean before a word', { one: { status: 'warning', passed: true } }, ['+ one']],
    ['the better of two names', { list: [{ id: 'x1', title: 'One', ok: true }] }, ['+ One']],
    [
      'any names',
      '{"x":{"__proto__":{"ok":false},"toString":{"ok":true}}}',
      ['- __proto__', '+ toString'],
    ],
  ])('are found: %s', (_, json, expected) => {
    const { checks } = arrange(typeof json === 'string' ? JSON.parse(json) : json);
    expect(lines(checks)).toEqual(expected);
  });

  it('keep what is no check of a section that holds checks', () => {
    const left = { ok: false, total: 2, empty: {} };
    const { checks, fields } = arrange({ seo: { ...left, checks: [{ name: 'one', ok: true }] } });
    expect(lines(checks)).toEqual(['+ one']);
    expect(fields).toEqual(toExtraFields({ seo: left }, REPORT_BOUNDS).fields);
  });
});

it('any JSON is arranged without a fault, and nothing of it twice', () => {
  const known = 'passed ok status message value score a_b __proto__ 1'.split(' ');
  const json = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(true, false, null, 'failed', 'ok', '', 'text', 3, '2026-10-06'),
      fc.array(tie('any'), { maxLength: 4 }),
      fc
        .array(fc.tuple(fc.constantFrom(...known), tie('any')), { maxLength: 4 })
        .map(Object.fromEntries),
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
