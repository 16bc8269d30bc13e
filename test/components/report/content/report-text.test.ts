import { beforeEach, describe, expect, it } from 'vitest';
import { reportText } from '@/components/report/content/report-text';
import { readChecks } from '@/lib/report/content/checks';
import type { FailedCheck } from '@/lib/report/importance';
import { NO_MUTES, type PageMute } from '@/lib/report/mutes';
import { usualChecks } from '../../../service/served-checks';
import { useMessages } from '../../../support/messages';
import { sampleDetails } from '../../../support/sample-report';

beforeEach(() => useMessages('en'));

function textOf(results: object, link: string | null = null): string {
  return reportText(
    { ...sampleDetails('1'), checks: readChecks({ results }).checks },
    NO_MUTES,
    link,
  );
}

describe('a report as text', () => {
  it('contains its link, the failed checks with reasons, and one line of passed checks', () => {
    const results = {
      robots: { passed: false, importance: 'high', value: null, errors: { failed: ['/a*'] } },
      title: { passed: false, importance: 'high', value: 'a\n\u202eb', errors: { too_many: null } },
      image_keywords: {
        passed: false,
        importance: 'medium',
        errors: { missing: [{ url: 'https://a.example/1.png', text: '' }] },
      },
      noted: { passed: false },
      favicon: { passed: true },
    };
    const lines = textOf(results, 'https://service.example/1').split('\n');
    expect(lines.slice(3)).toEqual([
      'Report: https://service.example/1',
      '',
      'Failed: 4',
      '- Title (high): More than one title · a b',
      '- Robots.txt (high): Matched by robots.txt: /a*',
      '  This check counts the rules for every crawler, even a rule only for GPTBot.',
      '- Image keywords (medium): No alternative text',
      '  https://a.example/1.png',
      '- Noted',
      '',
      '1 passed: Favicon',
      '',
    ]);
  });

  it('lists at most ten addresses for a check, and thirty in all', () => {
    const failing = ['image_keywords', 'image_format', 'defer_javascript', 'mixed_content'];
    const lines = textOf(usualChecks({ failing, links: 1550, images: 240, scripts: 90 })).split(
      '\n',
    );
    expect(lines.filter((line) => line.startsWith('  http'))).toHaveLength(30);
    expect(lines.filter((line) => line.startsWith('  '))).toHaveLength(33);
    expect(lines.filter((line) => line.endsWith(' more'))).toEqual([
      ...['  230 more', '  230 more', '  82 more'],
    ]);
    expect(lines.join('\n').length).toBeLessThan(4_000);
  });
});

it('a report as text leaves out muted checks, and counts them', () => {
  const results = {
    robots: { passed: false, importance: 'high', value: null, errors: { failed: ['/a*'] } },
    noindex: { passed: false, importance: 'high', value: 'noindex', errors: { missing: null } },
  };
  const mute: PageMute = {
    id: 'm',
    check: 'noindex',
    at: '2026-11-20T10:00:00.000Z',
    note: '',
    errors: ['missing'],
    host: null,
  };
  const failedChecks: FailedCheck[] = [
    { name: 'robots', importance: 'high', errors: ['failed'] },
    { name: 'noindex', importance: 'high', errors: ['missing'] },
  ];
  const details = {
    ...sampleDetails('1', { failedChecks }),
    checks: readChecks({ results }).checks,
  };
  const text = reportText(details, [mute], null);
  expect(text).toContain('Failed: 1');
  expect(text).not.toContain('Noindex');
  expect(text).toContain('The score counts 1 finding that is intended.');
});
