import { describe, expect, it } from 'vitest';
import { plainName, readableName } from '@/lib/report/content/readable-name';

describe("a field's name for people", () => {
  it.each([
    ['meta_description', 'Meta description'],
    ['load-time', 'Load time'],
    ['loadTime', 'Load time'],
    ['ogImageURL', 'Og image URL'],
    ['HTTPStatus', 'HTTP status'],
    ['brokenURLs_found', 'Broken URLs found'],
    ['TIMEOUT_SECONDS', 'Timeout seconds'],
    ['h1_count', 'H1 count'],
    ['load_time_ms', 'Load time ms'],
    ['x', 'X'],
    ['2xx', '2xx'],
    ['__proto__', '__proto__'],
    ['robots.txt', 'robots.txt'],
    ['Load time (ms)', 'Load time (ms)'],
    ['größe_bytes', 'größe_bytes'],
    ['عنوان', 'عنوان'],
    ['', ''],
  ])('%j is %j', (name, readable) => {
    expect(readableName(name)).toBe(readable);
  });
});

it.each(['passed', 'isPassed', 'is_passed', 'Passed', 'PASSED', 'has-passed'])(
  '%j is compared like the others',
  (name) => expect(plainName(name)).toBe('passed'),
);
