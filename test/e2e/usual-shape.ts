const SCORES: Readonly<Record<string, number>> = { good: 87, decent: 62, bad: 30 };

/** How many checks of each importance fail, by the score. */
const FAILED: Readonly<Record<number, readonly number[]>> = {
  87: [1, 2, 1],
  62: [3, 4, 2],
  30: [9, 12, 4],
};

/**
 * The same JSON as installations answer it (real-service.md, "A report"): scores in place of words,
 * addresses without scheme and `www.`, the full one among the checks, which stand in every row.
 */
export function usualShape(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), (_, value) => (isReport(value) ? usual(value) : value));
  } catch {
    return body;
  }
}

interface AnsweredReport {
  url: string;
  result: unknown;
}

function isReport(value: unknown): value is AnsweredReport {
  return typeof value === 'object' && value !== null && 'url' in value && 'result' in value;
}

function usual(report: AnsweredReport): object {
  const { url, result } = report;
  const score = typeof result === 'string' ? SCORES[result] : result;
  if (typeof score !== 'number' || !/^https?:/.test(url)) return report;
  return {
    ...report,
    result: score,
    url: url.replace(/^https?:\/\/(?:www\.)?/, ''),
    results: { ...checks(FAILED[score] ?? []), seo_friendly_url: { passed: true, value: url } },
  };
}

function checks(failed: readonly number[]): object {
  const importances = ['high', 'medium', 'low'].flatMap((importance, index) =>
    Array.from({ length: failed[index] ?? 0 }, () => importance),
  );
  return Object.fromEntries(
    importances.map((importance, index) => [`check_${index}`, { passed: false, importance }]),
  );
}
