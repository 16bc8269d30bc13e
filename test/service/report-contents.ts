/** What a report may hold besides the fields that the interface names. */
export type ReportContent = Readonly<Record<string, unknown>>;

/** Checks by their names, each with a boolean, in two groups, as many services keep them. */
export const keyedChecks: ReportContent = {
  score: 86,
  results: {
    seo: {
      title: { passed: true, importance: 'high', value: 'Plan your visit, Harbour Museum' },
      meta_description: { passed: false, importance: 'high', value: null, errors: ['Missing'] },
      h1: { passed: true, importance: 'high', value: 1, errors: [] },
      image_alt: {
        passed: false,
        importance: 'medium',
        value: 3,
        errors: ['3 images have no text.', 'Describe what they show.'],
        images: ['/i/hall.png', '/i/roof.png', '/i/door.png'],
      },
    },
    performance: {
      load_time_ms: { passed: false, importance: 'medium', value: 3400, errors: ['At most 2 s'] },
      page_size: { passed: true, importance: 'low', value: 18_204 },
      https: { passed: true, importance: 'high' },
    },
  },
  generated_in_ms: 742,
};

/** A list of checks with a status word and a severity, beside the parts that were looked at. */
export const listedAudits: ReportContent = {
  audits: [
    { id: 'canonical', title: 'Canonical address', status: 'pass', severity: 'minor' },
    {
      id: 'mixed-content',
      title: 'Mixed content',
      status: 'error',
      severity: 'critical',
      message: 'A picture is loaded without encryption.',
      recommendation: 'Load it by https.',
      elements: [{ selector: 'img.hall', src: 'http://museum.example/i/hall.png' }],
    },
    { id: 'title-length', title: 'Title length', status: 'warning', messages: ['68 characters'] },
    { id: 'robots', title: 'robots.txt', status: 'skipped' },
  ],
  crawledAt: '2026-10-06T09:41:00Z',
  page: { language: 'en', isIndexable: true },
};

/** Sections within sections, and nothing that passed or failed. */
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

/** So many single values, in sections of twenty. */
export function manyValues(count: number): ReportContent {
  const sections = Array.from({ length: Math.ceil(count / 20) }, (_, section) => {
    const size = Math.min(20, count - section * 20);
    const fields = Array.from({ length: size }, (_, index) => [
      `field_${section * 20 + index + 1}`,
      `value ${section * 20 + index + 1}`,
    ]);
    return [`section_${section + 1}`, Object.fromEntries(fields)];
  });
  return { pages: Object.fromEntries(sections) };
}

const TURN = '\u2069\u202e';

/** What a service sends that is broken, or means no good. */
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
    [`turned${TURN}`]: `gpj.exe${TURN}\u0000\u0007`,
    script_url: 'javascript:alert(3)',
    deep,
  };
}
