import type { ReportSeed } from './report-store';

const campaign = new URLSearchParams({
  utm_source: 'newsletter',
  utm_medium: 'email',
  utm_campaign: 'autumn-2026-returning-customers-second-reminder',
  utm_content: 'the-large-picture-of-the-walnut-loaf-above-the-fold',
  utm_term: 'sourdough bread delivery near me open on saturday',
  session:
    '8f14e45fceea167a5a36dedd4bea2543-c9f0f895fb98ab9159f51fd0297e236d-45c48cce2e2d7fbdea1afc51c7c6ad26',
  back: 'https://shop.millbakery.example/basket/review?step=2&voucher=WALNUT10&from=product-page',
});

/**
 * Reports of an agency's autumn, oldest first. The result follows from the URL unless it is given;
 * some were analysed again long after they were created.
 */
export const sampleReports: readonly ReportSeed[] = [
  {
    url: 'https://example.com/',
    project: 'Example',
    privacy: 0,
    created_at: '2026-09-02T08:12:41.000Z',
    generated_at: '2026-11-02T06:00:09.000Z',
  },
  {
    url: 'https://example.com/about',
    project: 'Example',
    created_at: '2026-09-02T08:15:03.000Z',
  },
  {
    url: 'https://www.example.org/Search_Results.php?q=bread&page=2',
    project: 'Example',
    created_at: '2026-09-03T14:40:27.000Z',
  },
  {
    url: 'https://millbakery.example/',
    project: 'Mill Lane Bakery',
    privacy: 0,
    created_at: '2026-09-07T07:05:00.000Z',
    generated_at: '2026-10-31T05:30:12.000Z',
  },
  {
    url: 'https://millbakery.example/bread/sourdough',
    project: 'Mill Lane Bakery',
    created_at: '2026-09-07T07:06:18.000Z',
  },
  {
    url: 'http://millbakery.example/old/offers/2019/Easter_Buns.html',
    project: 'Mill Lane Bakery',
    created_at: '2026-09-07T07:08:55.000Z',
  },
  {
    url: 'https://millbakery.example/opening-hours?lang=en',
    project: 'Mill Lane Bakery',
    privacy: 2,
    password: 'rye&caraway+20%',
    created_at: '2026-09-11T16:22:30.000Z',
  },
  {
    url: `https://shop.millbakery.example/products/bread/Walnut_Loaf?${campaign}`,
    project: 'Mill Lane Bakery',
    created_at: '2026-09-14T11:48:02.000Z',
  },
  {
    url: 'https://bücher.example/straße/größe-wählen',
    project: 'Bücher & Mehr',
    privacy: 0,
    created_at: '2026-09-18T09:00:00.000Z',
  },
  {
    url: 'https://bücher.example/neuerscheinungen?sortierung=preis',
    project: 'Bücher & Mehr',
    created_at: '2026-09-18T09:01:44.000Z',
  },
  {
    url: 'http://bücher.example/Warenkorb',
    project: 'Bücher & Mehr',
    created_at: '2026-09-18T09:04:10.000Z',
    generated_at: '2026-09-29T22:17:36.000Z',
  },
  {
    url: 'https://news.example/ar/أخبار/اليوم',
    project: 'News desk',
    privacy: 0,
    created_at: '2026-09-24T04:31:07.000Z',
  },
  {
    url: 'https://news.example/2026/09/24/elections/live-blog',
    project: 'News desk',
    created_at: '2026-09-24T19:55:59.000Z',
  },
  {
    url: 'https://news.example/2026/09/25/Weather_Warning?ref=push',
    project: 'News desk',
    created_at: '2026-09-25T05:10:20.000Z',
  },
  {
    url: 'https://news.example/sport',
    project: 'News desk',
    privacy: 2,
    password: 'half-time',
    created_at: '2026-10-01T12:00:00.000Z',
  },
  {
    url: 'https://trails.example/',
    project: 'Trails',
    created_at: '2026-10-06T10:20:30.000Z',
  },
  {
    url: 'https://trails.example/alps/three-lakes',
    project: 'Trails',
    privacy: 0,
    created_at: '2026-10-06T10:24:12.000Z',
  },
  {
    url: 'https://trails.example/alps/three-lakes/map?zoom=12&layer=contours#summit',
    project: 'Trails',
    created_at: '2026-10-06T10:29:48.000Z',
  },
  {
    url: 'http://trails.example:8080/Forum/viewtopic.php?t=481&start=60',
    project: 'Trails',
    created_at: '2026-10-12T21:03:15.000Z',
    generated_at: '2026-11-04T03:45:00.000Z',
  },
  {
    url: 'https://clinic.example/appointments',
    project: 'clinic.example',
    created_at: '2026-10-19T08:30:00.000Z',
  },
  {
    url: 'https://clinic.example/staff/dr-okafor?print=1',
    project: 'clinic.example',
    privacy: 2,
    password: 'waiting room',
    created_at: '2026-10-19T08:37:21.000Z',
  },
  {
    url: 'https://clinic.example/en/services/physiotherapy/back-pain',
    project: 'clinic.example',
    created_at: '2026-10-27T15:14:09.000Z',
  },
  {
    url: 'https://museum.example/exhibitions/paper-boats',
    project: 'museum.example',
    privacy: 0,
    created_at: '2026-11-03T09:41:52.000Z',
  },
  {
    url: 'https://museum.example/visit',
    project: 'museum.example',
    result: null,
    created_at: '2026-11-05T13:26:40.000Z',
  },
];
