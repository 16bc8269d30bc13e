/** Fields of a report that the documentation of the service's API does not mention. */
export type ReportContent = Readonly<Record<string, unknown>>;

/** Nested sections without checks. These values are made up, because no public sample was found. */
export const nestedMetrics: ReportContent = {
  performance_score: 72.5,
  sections: {
    speed: {
      metrics: { largest_contentful_paint_ms: 2350, ttfb_ms: 310, cumulative_layout_shift: 0.08 },
      weight: { html_bytes: 18_204, images: { count: 7, total_bytes: 1_240_500 } },
    },
    links: {
      internal: ['/visit', '/hours', '/contact'],
      external: [
        { href: 'https://maps.example/harbour', rel: 'nofollow', isBroken: false },
        { href: 'https://user:secret@maps.example/', rel: null, isBroken: true },
      ],
    },
  },
  keywords: [],
  canonicalUrl: 'https://museum.example/visit',
  notes: null,
};

/** Characters that end an isolation and reverse the direction of the following text. */
const DIRECTION_MARKS = '\u2069\u202e';

export function hostileContent(): ReportContent {
  let deep: unknown = 'the deepest';
  for (let level = 50; level > 0; level -= 1) deep = { [`level_${level}`]: deep };
  const text = `{
    "__proto__": { "passed": false, "polluted": "yes" },
    "constructor": { "prototype": { "polluted": "yes" } },
    "checks": {
      "__proto__": { "passed": false, "message": "<img src=x onerror=alert(1)>" },
      "toString": { "passed": true, "value": "<script>alert(2)</script>" },
      "<b>bold</b>": { "passed": false, "severity": "<i>high</i>", "errors": ["&lt;"] }
    }
  }`;
  return {
    ...JSON.parse(text),
    long: 'x'.repeat(100_000),
    [`turned${DIRECTION_MARKS}`]: `gpj.exe${DIRECTION_MARKS}\u0000\u0007`,
    script_url: 'javascript:alert(3)',
    deep,
  };
}
