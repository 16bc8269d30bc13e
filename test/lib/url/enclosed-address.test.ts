import { describe, expect, it } from 'vitest';
import { addressesInText } from '@/lib/import/formats';
import { linksInHtml } from '@/lib/import/html-file';
import { readSourceUrl } from '@/lib/import/source-url';
import { enclosedAddress, originalAddress } from '@/lib/url/enclosed-address';
import { givenAddress } from '@/lib/url/given-address';
import { readReportUrl, reportablePageUrl } from '@/lib/url/typed-address';

const PAGE_A = 'https://a.example/x';
const PARK = 'chrome-extension://fiabciakcmgepblmdkmemdbbkilneeeh/park.html';
const SUSPENDED = 'chrome-extension://klbibkeccnjlkjkiokjodocebajanakg/suspended.html';

/** Browser pages, and pages of other extensions. */
const SHOWN: [kindAndSource: string, address: string, page: string][] = [
  [
    'a suspended tab with an icon (sienori/Tab-Session-Manager#1505)',
    `${PARK}?title=T%20%22x%22&url=https%3A%2F%2Fa.example%2Fx%3Fq%3Da%252Bb%26n%3D1&tabId=7&icon=data%3Aimage%2Fpng%3Bbase64%2CiVBORw0KGgo%3D`,
    'https://a.example/x?q=a%2Bb&n=1',
  ],
  [
    'a suspended tab with the page in the fragment (greatsuspender/thegreatsuspender#1312)',
    `${SUSPENDED}#ttl=A%20title&pos=679&uri=https://a.example/x`,
    PAGE_A,
  ],
  [
    'a suspended tab of another browser (cnwangjie/better-onetab#358)',
    'extension://noogafoofpebimajpfpamcfhoaifemoa/suspended.html#ttl=A%20%7C%20b&pos=0&uri=https://a.example/x?b=1&c=%2F#d',
    'https://a.example/x?b=1&c=%2F#d',
  ],
  [
    'a PDF viewer with the page in its path (mozilla/pdf.js#4006)',
    'chrome-extension://oemmndcbldboiebfnladdacbdfmadadm/https://a.example/b.pdf?c=1#page=2',
    'https://a.example/b.pdf?c=1#page=2',
  ],
  [
    'a PDF viewer with the page in a parameter (brookhong/Surfingkeys#1411)',
    'chrome-extension://gfbliohnnapiefjpjlpjnehglfpaknnc/pages/pdf_viewer.html?r=https://a.example/b.pdf',
    'https://a.example/b.pdf',
  ],
  [
    'a reader view of Firefox for Android (mozilla-mobile/fenix#13036)',
    'moz-extension://eb8df45a-895b-4f3a-896a-c0c71ae5f6ed/readerview.html?url=https%3A%2F%2Fa.example%2Fx%3Fb%3D1%26c%3D2&id=274877907009&colorScheme=light',
    'https://a.example/x?b=1&c=2',
  ],
  [
    'a reader view of Firefox (linkwarden/linkwarden#1119)',
    'about:reader?url=https%3A%2F%2Fa.example%2Fx',
    PAGE_A,
  ],
  [
    'a reader view of Edge (code search for "read://https_")',
    'read://https_a.example/?url=https%3A%2F%2Fa.example%2Fx',
    PAGE_A,
  ],
  [
    'an error page of Firefox (code search for "about:neterror?e=dnsNotFound&u=")',
    'about:neterror?e=dnsNotFound&u=https%3A//a.example/x&c=UTF-8&d=Not%20found',
    PAGE_A,
  ],
  [
    'a suspended tab with the same address twice (no public sample found)',
    `${PARK}?title=https%3A%2F%2Fa.example%2Fx&url=${PAGE_A}`,
    PAGE_A,
  ],
  ['the source of a page (MDN on view-source)', `view-source:${PAGE_A}`, PAGE_A],
];

/**
 * Ends of the addresses of suspended tabs. Source of the forms in the fragment:
 * greatsuspender/thegreatsuspender, src/js/gsUtils.js. The forms with a query or an icon are invented.
 */
const FORMS: [form: string, rest: string, page: string][] = [
  [
    'in the query',
    '?uri=https%3A%2F%2Fa.example%2Fx%3Fb%3D1%26c%3D2&ttl=A%20title',
    `${PAGE_A}?b=1&c=2`,
  ],
  [
    'in the query, with an icon',
    '?uri=https%3A%2F%2Fa.example%2Fx&ttl=T&favicon=https%3A%2F%2Fa.example%2Ff.ico',
    PAGE_A,
  ],
  [
    'after the icon',
    '#ttl=T&pos=17&favi=https%3A%2F%2Fi.example%2Ff.png%3Fs%3D1&uri=https://a.example/x?b=1&c=2',
    `${PAGE_A}?b=1&c=2`,
  ],
  ['in the fragment', '#ttl=T&pos=0&uri=https://a.example/x', PAGE_A],
  ['encoded in the fragment', '#url=https%3A%2F%2Fa.example%2Fx', PAGE_A],
];

describe('the address of a suspended tab', () => {
  it.each(FORMS)('originalAddress returns the page: %s', (_, rest, page) => {
    expect(originalAddress(`${SUSPENDED}${rest}`)).toBe(page);
  });

  it.each(FORMS)('addressesInText finds the page in a table: %s', async (_, rest, page) => {
    const tab = `${SUSPENDED}${rest}`;
    const columns = `A title,${tab},https://i.example/f.ico\r\n`;
    expect(await urlsIn(`Title,URL,Icon\r\n${columns.repeat(2)}`)).toEqual([page, page]);
    expect(await urlsIn(`A title;${tab}\r\nB title;${tab}\r\n`)).toEqual([page, page]);
    expect(await urlsIn(`Title\tURL\nA title\t${tab}\nB title\thttps://b.example/\n`)).toEqual([
      ...[page, 'https://b.example/'],
    ]);
  });
});

async function urlsIn(text: string) {
  return (await addressesInText(text)).rows.map((row) => readSourceUrl(row.text));
}

describe('originalAddress', () => {
  it.each(SHOWN)(
    'returns the page that a browser or extension page shows: %s',
    (_, address, page) => {
      expect(originalAddress(address)).toBe(page);
      expect(reportablePageUrl(address)).toBe(page);
      expect(readReportUrl(` ${address} `)).toEqual({ value: page });
      const given = { uriList: '', plain: `See ${address} there` };
      expect(readReportUrl(givenAddress(given) ?? '')).toEqual({ value: page });
      expect(linksInHtml(`<a href="${address}">`).addresses).toEqual([page]);
    },
  );

  it.each(SHOWN)('is also used for lists, prose, tables and JSON: %s', async (_, address, page) => {
    const texts = [
      address,
      `A suspended tab: ${address} and more`,
      `Title;URL\nOne;${address}\nTwo;https://b.example/`,
      `${address} | A title\nhttps://b.example/ | Another`,
      JSON.stringify([{ title: 'One', url: address }]),
    ];
    for (const text of texts) {
      expect((await urlsIn(text))[0], text).toBe(page);
    }
  });

  it('returns the page if an image makes the address too long', async () => {
    const address = `${PARK}?url=https%3A%2F%2Fa.example%2Fx&icon=data%3A${'A'.repeat(9_000)}`;
    expect(readReportUrl(address)).toEqual({ value: PAGE_A });
    expect(reportablePageUrl(address)).toBe(PAGE_A);
    expect(await urlsIn(address)).toEqual([PAGE_A]);
  });

  it.each([
    ['no page', 'moz-extension://eb8df45a/options.html?url=about%3Ablank'],
    ['a file', 'chrome-extension://oemm/file:///home/a.pdf'],
    ['two pages', `${PARK}?one=https%3A%2F%2Fa.example%2Fx&two=https%3A%2F%2Fb.example%2F`],
    ['a page between words', `${PARK}?title=See%20https%3A%2F%2Fa.example%2Fx`],
  ])('leaves an address without exactly one page unchanged: %s', (_, address) => {
    expect(originalAddress(address)).toBe(address);
    expect(readReportUrl(address)).toEqual({ problem: 'notWeb' });
    expect(reportablePageUrl(address)).toBe(null);
  });

  it.each([
    'https://a.example/?u=https%3A%2F%2Fb.example%2F',
    "javascript:open('https://a.example/?url=https://b.example/')",
    'data:text/html,?url=https://b.example/',
  ])('leaves %s unchanged', (address) => {
    expect(originalAddress(address)).toBe(address);
  });
});

/** The target is null if the address is not a redirect. */
const REDIRECTS: [kindAndSource: string, address: string, target: string | null][] = [
  [
    'a Google redirect in a search result (remove-google-redirects-addon#28)',
    'https://www.google.com/url?sa=t&source=web&rct=j&url=https%3A%2F%2Fa.example%2Fx%3Fb%3D1&ved=2ah',
    'https://a.example/x?b=1',
  ],
  [
    'a Google redirect in an email (no public sample found)',
    'https://www.google.com/url?q=https://a.example/x%3Fb%3D1&sa=U',
    `${PAGE_A}?b=1`,
  ],
  [
    'a Google redirect in Google Docs (code search for "&sa=D&source=editors&ust=")',
    'https://www.google.com/url?q=https://a.example/x?b%3D1%26c%3D2&sa=D&source=editors&ust=17&usg=AOv',
    `${PAGE_A}?b=1&c=2`,
  ],
  [
    'a link that shares a page on LinkedIn (no public sample found)',
    'https://www.linkedin.com/sharing/?url=https://a.example%2Fx&title=a',
    PAGE_A,
  ],
  [
    'a target whose parameters are not encoded (no public sample found)',
    'https://b.example/login?next=https://a.example/x?b=1&c=%2F',
    `${PAGE_A}?b=1&c=%2F`,
  ],
  [
    'a page in an archive (chrishrb/gx.nvim#106)',
    'https://web.archive.org/web/2026/https://a.example/x?b#c',
    `${PAGE_A}?b#c`,
  ],
  [
    'an address among the words of a search',
    'https://www.google.com/search?q=see+https%3A%2F%2Fa.example',
    null,
  ],
  ['two addresses', 'https://a.example/?u=https://b.example/&v=https://c.example/', null],
];

describe('enclosedAddress', () => {
  it.each(REDIRECTS)('returns the target of a redirect, or null: %s', (_, address, target) => {
    expect(enclosedAddress(address)).toBe(target);
  });
});
