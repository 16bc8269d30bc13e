import type { ReportSeed } from './report-store';

const campaign = new URLSearchParams({
  utm_source: 'newsletter',
  utm_medium: 'email',
  utm_campaign: 'autumn-2026-returning-customers-second-reminder',
  utm_content: 'the-large-picture-of-the-walnut-loaf-above-the-fold',
  utm_term: 'sourdough bread delivery near me open on saturday',
  session: '8f14e45fceea167a5a36dedd4bea2543-c9f0f895fb98ab9159f51fd0297e236d',
  back: 'https://shop.millbakery.example/basket/review?step=2&voucher=WALNUT10&from=product-page',
});

/** Oldest first. The scores follow from the URLs. */
const seeds: readonly ReportSeed[] = [
  { url: 'https://example.com/', privacy: 0, generated_at: '2026-11-02T06:00:09.000Z' },
  { url: 'https://example.com/about' },
  { url: 'http://www.example.org/cgi-bin/Search/v2/results.php?q=bread&page=2' },
  { url: 'https://millbakery.example/', privacy: 0, generated_at: '2026-10-31T05:30:12.000Z' },
  { url: 'https://millbakery.example/bread/sourdough' },
  { url: 'http://millbakery.example/old/offers/2019/Easter_Buns.html' },
  {
    url: 'https://millbakery.example/opening-hours?lang=en',
    privacy: 2,
    password: 'rye&caraway+20%',
  },
  { url: `https://shop.millbakery.example/products/bread/Walnut_Loaf?${campaign}` },
  { url: 'https://bücher.example/straße/größe-wählen', privacy: 0 },
  { url: 'https://bücher.example/neuerscheinungen?sortierung=preis' },
  { url: 'http://bücher.example/Warenkorb', generated_at: '2026-10-29T22:17:36.000Z' },
  { url: 'https://news.example/ar/أخبار/اليوم', privacy: 0 },
  { url: 'https://news.example/2026/09/24/elections/live-blog' },
  { url: 'https://news.example/2026/09/25/Weather_Warning?ref=push' },
  { url: 'https://news.example/sport', privacy: 2, password: 'half-time' },
  { url: 'https://trails.example/' },
  { url: 'https://trails.example/alps/three-lakes', privacy: 0 },
  { url: 'https://trails.example/alps/three-lakes/map?zoom=12&layer=contours#summit' },
  { url: 'http://trails.example:8080/Forum/board/7/viewtopic.php?t=481&start=60' },
  { url: 'https://clinic.example/appointments' },
  { url: 'https://clinic.example/staff/dr-okafor?print=1', privacy: 2, password: 'waiting room' },
  { url: 'https://clinic.example/en/services/physiotherapy/back-pain' },
  { url: 'https://museum.example/exhibitions/paper-boats', privacy: 0 },
  { url: 'https://museum.example/visit' },
];

const FIRST_DATE = Date.UTC(2026, 8, 1, 8, 12, 41);
/** Time between two reports. A fraction of days gives the reports different times of day. */
const INTERVAL_MS = 67.3 * 60 * 60_000;

export const sampleReports: readonly ReportSeed[] = seeds.map((report, index) => ({
  ...report,
  created_at: new Date(FIRST_DATE + index * INTERVAL_MS).toISOString(),
}));
