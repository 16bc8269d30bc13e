import { readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { addressesInFiles } from '@/lib/import/formats';
import { workbookOf } from '../../support/workbook-files';

const PAGE_A = 'https://shop.example/red-shoes';
const PAGE_B = 'https://shop.example/blue-shoes';
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const NETSCAPE =
  '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">\n<TITLE>Bookmarks</TITLE>\n<DL><p>\n';

/**
 * A row that is not a page ends with the reason. The comment above a file has the source of the file's columns
 * or names: a file of a public repository, a page of documentation, or a code search for the quoted text in
 * public repositories. The addresses are invented.
 */
const KINDS: [what: string, content: BlobPart, rows: string[]][] = [
  // Code search for "Referring page title,Referring page URL".
  [
    "Ahrefs' backlinks",
    `Referring page title,Referring page URL,Domain rating,UR,Page traffic,Target URL,Left context,Anchor,Right context,Nofollow,Content,Target URL HTTP code\nA,https://other.example/a,71,12,30,${PAGE_A},see,x,here,false,true,200\nB,https://other.example/b,5,3,0,${PAGE_B},,y,,true,true,404\n`,
    [PAGE_A, `${PAGE_B} 404`],
  ],
  // No public sample found.
  [
    "Ahrefs' backlinks, older, in UTF-16",
    utf16(
      `"Referring page title"\t"Referring page URL"\t"Language"\t"Referring page HTTP code"\t"Target URL"\t"Anchor"\n"A"\t"https://other.example/a"\t"en"\t"301"\t"${PAGE_A}"\t"x"\n"B"\t"https://other.example/b"\t"en"\t"200"\t"${PAGE_B}"\t"y"\n`,
    ),
    [PAGE_A, PAGE_B],
  ],
  // Code search for "Top keyword: Volume".
  [
    "Ahrefs' top pages",
    `#,URL,Traffic,Traffic value,Keywords,Top keyword,Top keyword: Volume,Top keyword: Position\n1,${PAGE_A},120,3,12,red shoes,1000,2\n2,${PAGE_B},80,1,3,blue,40,1\n`,
    [PAGE_A, PAGE_B],
  ],
  // Code search for "Source URL,Anchor Text,Source Crawl Date".
  [
    "Majestic's backlinks",
    `Target URL,Source URL,Anchor Text,Source Crawl Date,Source First Found Date,FlagNoFollow,FlagImageLink,FlagRedirect,FlagFrame,FlagOldCrawl,FlagAltText,FlagMention\n${PAGE_A},https://other.example/a,x,2026-01-01,2025-01-01,-,-,-,-,-,-,-\n${PAGE_B},https://other.example/b,y,2026-01-01,2025-01-01,+,-,-,-,-,-,-\n`,
    [PAGE_A, PAGE_B],
  ],
  // No public sample found.
  [
    'Sitebulb',
    `URL,Crawl Depth,Crawl Status,HTTP Status Code,Content Type,Title\n${PAGE_A},1,Success,200,HTML,Red\n${PAGE_B},1,Redirect,302,HTML,\nhttps://shop.example/a.png,2,Success,200,Image,\n`,
    [PAGE_A, `${PAGE_B} 302`, 'https://shop.example/a.png Image'],
  ],
  // No public sample found.
  [
    'Screaming Frog, in German',
    `"Adresse","Inhaltstyp","Status-Code","Status","Indexierbarkeit"\n"${PAGE_A}","text/html; charset=UTF-8","200","OK","Indexierbar"\n"${PAGE_B}","text/html","404","Not Found","Nicht indexierbar"\n`,
    [PAGE_A, `${PAGE_B} 404`],
  ],
  // Code search for ""Type","Source","Destination","Size (Bytes)"", with a byte order mark.
  [
    "Screaming Frog's links",
    `\ufeff"Type","Source","Destination","Size (Bytes)","Alt Text","Anchor","Status Code","Status","Crawlability","Follow","Target","Rel","Path Type","Link Path","Link Position"\n"Hyperlink","https://shop.example/","${PAGE_A}","10","","Red","200","OK","","true","","","Absolute","//body/a","Content"\n"Hyperlink","https://shop.example/","${PAGE_B}","10","","Blue","404","Not Found","","true","","","Absolute","//body/a","Content"\n`,
    [PAGE_A, `${PAGE_B} 404`],
  ],
  // developer.matomo.org, Reporting API, Actions.getPageUrls, format CSV.
  [
    'Matomo',
    utf16(
      `label,nb_visits,nb_hits,sum_time_spent,metadata_url\n/red-shoes,3,4,10,${PAGE_A}\n/blue-shoes,1,1,2,${PAGE_B}\n`,
    ),
    [PAGE_A, PAGE_B],
  ],
  // Code search for "Seitenpfad und Bildschirmklasse"; for the total, a row without a path.
  [
    'Google Analytics 4, in German',
    `# ----\n# Seiten und Bildschirme\n# ----\nSeitenpfad und Bildschirmklasse,Aufrufe,Aktive Nutzer\n/,12,3\n/rot,3,1\n,15,4\n`,
    ['/', '/rot'],
  ],
  // Code search for "Landing page,Sessions,Active users".
  [
    'Google Analytics 4, landing pages',
    `\ufeff# Landing page: Landing page\r\n# Property: shop.example\r\n# Start date: 20260829\r\n# End date: 20260925\r\nLanding page,Sessions,Active users,New users,Average engagement time per session,Key events,Total revenue,Session key event rate\r\n(not set),20,3,1,2,0,0,0\r\n/,12,3,3,30,8,0,0.1\r\n/red,3,1,1,9,0,0,0\r\nGrand total,35,7,5,,8,0,\r\n`,
    ['/', '/red'],
  ],
  // Code search for "Landing page,Sessions,Active users": a free form, with dates before the pages.
  [
    'Google Analytics 4, landing pages by date',
    `# shop.example\n# Free form-Free form 1\n# 20260723-20260922\n\nDate,Landing page,Sessions,Active users,New users,Average engagement time per session\n20260826,/,49241,44952,44921,0.394\n20260826,/red,12,10,9,3.1\n`,
    ['/', '/red'],
  ],
  // Code search for "Häufigste Seiten".
  [
    'Search Console, in German',
    `Häufigste Seiten,Klicks,Impressionen,Klickrate,Position\n${PAGE_A},1,2,"50 %","3,4"\n${PAGE_B},3,4,"75 %",1\n`,
    [PAGE_A, PAGE_B],
  ],
  // Code search for "Die häufigsten Seiten,Klicks", after a program with German settings has saved the file.
  [
    'Search Console, in German, saved by another program',
    `Die häufigsten Seiten;Klicks;Impressionen;CTR;Position\n${PAGE_A};1;2;50 %;3,4\n${PAGE_B};3;4;75 %;1\n`,
    [PAGE_A, PAGE_B],
  ],
  // Code search for "URL,Last crawled".
  [
    'Search Console, coverage',
    `URL,Last crawled\n${PAGE_A},2026-01-01\n${PAGE_B},2026-01-02\n`,
    [PAGE_A, PAGE_B],
  ],
  // Invented, like texts that persons type or copy.
  [
    'a list below a header',
    `Pages\n${PAGE_A}\nhttps://shop.example/Price List\n`,
    [PAGE_A, 'https://shop.example/Price%20List'],
  ],
  ['a list of paths', '/red-shoes\n/blue-shoes\n', ['/red-shoes', '/blue-shoes']],
  // Code search for "id,title,note,excerpt,url,folder,tags,created".
  [
    'Raindrop.io, CSV',
    `id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite\n1,Red,,"a, b",${PAGE_A},Unsorted,,2026-01-01T00:00:00Z,https://cdn.example/c.jpg,,false\n`,
    [PAGE_A],
  ],
  // Code search for "title,url,time_added,tags,status".
  [
    'Pocket, CSV',
    `title,url,time_added,tags,status\nRed,${PAGE_A},1700000000,,unread\nBlue,${PAGE_B},1700000001,a|b,archive\n`,
    [PAGE_A, PAGE_B],
  ],
  // mozilla-firefox/firefox, toolkit/components/places/PlacesUtils.sys.mjs.
  [
    'Firefox, JSON',
    JSON.stringify({
      guid: 'root',
      children: [
        {
          title: 'menu',
          type: 'text/x-moz-place-container',
          children: [
            {
              guid: 'x',
              title: 'Red',
              uri: PAGE_A,
              iconUri: 'https://shop.example/f.ico',
              type: 'text/x-moz-place',
            },
            { uri: 'place:sort=8' },
          ],
        },
      ],
    }),
    [PAGE_A],
  ],
  // chromium/chromium, components/bookmarks/browser/bookmark_codec.cc.
  [
    'Chrome, JSON',
    JSON.stringify({
      checksum: 'x',
      roots: {
        bookmark_bar: {
          children: [
            { children: [{ name: 'Red', type: 'url', url: PAGE_A }], type: 'folder' },
            { url: PAGE_B, type: 'url', meta_info: { power: 'https://x.example/' } },
          ],
          type: 'folder',
        },
      },
      version: 1,
    }),
    [PAGE_A, PAGE_B],
  ],
  // pinboard.in/api, posts/all.
  [
    'Pinboard, JSON',
    JSON.stringify([
      {
        href: PAGE_A,
        description: 'Red',
        extended: `see ${PAGE_B}`,
        meta: '92959a96fd69146c5fe7cbde6e5720f2',
        hash: '0a1b4c1d2e',
        time: '2026-01-02T03:04:05Z',
        shared: 'yes',
        toread: 'no',
        tags: '',
      },
    ]),
    [PAGE_A],
  ],
  // jsonfeed.org/version/1.1.
  [
    'a JSON feed',
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      home_page_url: 'https://shop.example/',
      feed_url: 'https://shop.example/feed.json',
      authors: [{ name: 'Ann', url: 'https://ann.example/' }],
      items: [
        {
          id: '1',
          url: PAGE_A,
          content_html: `<a href="${PAGE_B}">`,
          image: 'https://cdn.example/a.jpg',
          authors: [{ url: 'https://ann.example/' }],
        },
      ],
    }),
    [PAGE_A],
  ],
  // sienori/Tab-Session-Manager, src/background/import.js.
  [
    'Tab Session Manager',
    JSON.stringify([
      {
        windows: {
          12: {
            3: { id: 3, url: PAGE_A, favIconUrl: 'https://shop.example/f.ico' },
            4: { id: 4, url: PAGE_B },
          },
        },
        tag: [],
      },
    ]),
    [PAGE_A, PAGE_B],
  ],
  // No public sample found.
  [
    'Toby',
    JSON.stringify({
      version: 3,
      lists: [{ title: 'a', cards: [{ title: 'Red', url: PAGE_A, customTitle: '' }] }],
    }),
    [PAGE_A],
  ],
  // linkwarden/linkwarden, packages/prisma/schema.prisma: the fields of collections and links.
  [
    'Linkwarden',
    JSON.stringify({
      id: 1,
      collections: [
        {
          id: 2,
          name: 'c',
          links: [
            { id: 3, name: 'Red', url: PAGE_A, image: null, preview: 'archives/preview/1.jpeg' },
          ],
        },
      ],
    }),
    [PAGE_A],
  ],
  // w3c.github.io/web-performance/specs/HAR/Overview.html.
  [
    'a HAR file',
    JSON.stringify({
      log: {
        version: '1.2',
        creator: { name: 'x' },
        entries: [
          {
            request: { method: 'GET', url: PAGE_A, headers: [] },
            response: { status: 200, redirectURL: '' },
          },
        ],
      },
    }),
    [PAGE_A],
  ],
  // No public sample found for this row and the next two rows.
  [
    'a crawl in lines of JSON',
    `{"url":"${PAGE_A}","statusCode":200,"links":[{"href":"${PAGE_B}"}]}\n{"url":"https://shop.example/x","statusCode":404}\n`,
    [PAGE_A, 'https://shop.example/x 404'],
  ],
  ['a list in JSON', JSON.stringify([PAGE_A, PAGE_B]), [PAGE_A, PAGE_B]],
  [
    'JSON without known names',
    JSON.stringify({
      data: [{ where: PAGE_A, favicon: 'https://shop.example/f.ico', content: PAGE_B }],
      image: { src: 'https://cdn.example/a.jpg' },
    }),
    [PAGE_A],
  ],
  // opml.org/spec2.opml.
  [
    'OPML',
    `<?xml version="1.0"?><opml version="2.0"><head><title>f</title></head><body><outline text="a"><outline type="rss" text="Red" xmlUrl="https://shop.example/feed.xml" htmlUrl="${PAGE_A}"/></outline></body></opml>`,
    [PAGE_A],
  ],
  // No public sample found.
  [
    'OPML without a declaration',
    `<opml version="1.0"><body><outline xmlUrl="https://shop.example/feed" htmlUrl="${PAGE_A}"></outline></body></opml>`,
    [PAGE_A],
  ],
  // pyxml.sourceforge.net/topics/xbel.
  [
    'XBEL',
    `<?xml version="1.0"?><!DOCTYPE xbel PUBLIC "+//IDN python.org//DTD XML Bookmark Exchange Language 1.0//EN//XML" "http://pyxml.sourceforge.net/topics/dtds/xbel.dtd"><xbel version="1.0"><bookmark href="${PAGE_A}"><title>Red</title></bookmark></xbel>`,
    [PAGE_A],
  ],
  // Code search for "<key>URLString</key>".
  [
    "Safari's bookmarks",
    `<?xml version="1.0"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd"><plist version="1.0"><dict><key>URLString</key><string>${PAGE_A}</string></dict></plist>`,
    [PAGE_A],
  ],
  // yandex.ru/support/partnermarket/export/yml.html.
  [
    'a catalogue of YML',
    `<?xml version="1.0" encoding="UTF-8"?><yml_catalog date="2026"><shop><offers><offer id="1"><url>${PAGE_A}</url><picture>https://cdn.example/a.jpg</picture></offer></offers></shop></yml_catalog>`,
    [PAGE_A],
  ],
  // Invented; for the attribute: w3.org/TR/xmlschema-1, xsi:schemaLocation.
  [
    'XML without known names',
    `<?xml version="1.0"?><a xmlns="http://www.w3.org/1999/x" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://x.example/ http://x.example/x.xsd"><b>${PAGE_A}</b><c>see ${PAGE_B}.</c></a>`,
    [PAGE_A, PAGE_B],
  ],
  // support.google.com/merchants, Atom 1.0 specification.
  [
    'a product feed of Atom',
    `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0"><link rel="self" href="https://shop.example/f"/><entry><g:id>1</g:id><g:link>${PAGE_A}</g:link><g:image_link>https://cdn.example/a.jpg</g:image_link></entry></feed>`,
    [PAGE_A],
  ],
  // php/php-src, main/main.c, php_error_cb; sitemaps.org/protocol.html.
  [
    'a sitemap below messages of a server',
    `<br />\n<b>Warning</b>: x in <b>/a.php</b><br />\n<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${PAGE_A}</loc></url></urlset>`,
    [PAGE_A],
  ],
  // cyanwerks.com/file-format-url.html, for this row and the next row.
  [
    'a shortcut of Windows',
    `[{000214A0-0000-0000-C000-000000000046}]\r\nProp3=19,11\r\n[InternetShortcut]\r\nIDList=\r\nURL=${PAGE_A}\r\nIconFile=https://shop.example/favicon.ico\r\nIconIndex=1\r\n`,
    [PAGE_A],
  ],
  [
    'a shortcut of Windows with a frame',
    `[DEFAULT]\r\nBASEURL=https://frame.example/\r\n[InternetShortcut]\r\nURL=${PAGE_A}\r\n`,
    [PAGE_A],
  ],
  // specifications.freedesktop.org/desktop-entry-spec.
  [
    'a shortcut of a Linux desktop',
    `#!/usr/bin/env xdg-open\n[Desktop Entry]\nVersion=1.0\nType=Link\nName=Red\nURL=${PAGE_A}\nIcon=text-html\n`,
    [PAGE_A],
  ],
  // opensource.apple.com/source/CF, CFBinaryPList.c.
  [
    'a link of a Mac in its binary form',
    Buffer.from(
      `bplist00\xd1\x01\x02SURL_\x10\x1e${PAGE_A}\x08\x0b\x0f\0\0\0\0\0\0\x01\x01\0`,
      'latin1',
    ),
    [PAGE_A],
  ],
  // GoogleChrome/lighthouse, core/test/results/sample_v2.json, cut to two audits.
  [
    'Lighthouse, JSON',
    JSON.stringify({
      lighthouseVersion: '13.4.0',
      requestedUrl: `http://shop.example/red-shoes`,
      mainDocumentUrl: PAGE_A,
      finalDisplayedUrl: PAGE_A,
      finalUrl: PAGE_A,
      fetchTime: '2026-04-23T16:18:53.230Z',
      gatherMode: 'navigation',
      runWarnings: [],
      environment: { benchmarkIndex: 2419, credits: { 'axe-core': '4.11.2' } },
      audits: {
        'is-on-https': {
          id: 'is-on-https',
          title: 'Does not use HTTPS',
          description:
            'All sites should be protected with HTTPS. [Learn more about HTTPS](https://developer.chrome.com/docs/lighthouse/pwa/is-on-https/).',
          score: 0,
          scoreDisplayMode: 'binary',
          details: {
            type: 'table',
            headings: [{ key: 'url', valueType: 'url', label: 'Insecure URL' }],
            items: [{ url: 'http://cdn.example/empty_module.js', resolution: 'Allowed' }],
          },
        },
        'screenshot-thumbnails': {
          id: 'screenshot-thumbnails',
          details: {
            type: 'filmstrip',
            items: [{ timing: 2639, data: 'data:image/jpeg;base64,/9j/' }],
          },
        },
      },
    }),
    [PAGE_A],
  ],
  // google/site-kit-wp, assets/js/modules/pagespeed-insights/datastore/__fixtures__/pagespeed--mobile.json, cut
  // to one audit. For the fields around the result: okNeeraj/measure-grill, frontend/src/utils/mocks/reports.js.
  [
    'the answer of PageSpeed Insights',
    JSON.stringify({
      captchaResult: 'CAPTCHA_NOT_NEEDED',
      kind: 'pagespeedonline#result',
      id: PAGE_A,
      loadingExperience: { id: PAGE_A, metrics: {}, initial_url: PAGE_A },
      originLoadingExperience: { id: 'https://shop.example', initial_url: PAGE_A },
      lighthouseResult: {
        fetchTime: '2020-06-04T02:23:14.801Z',
        finalUrl: PAGE_A,
        lighthouseVersion: '6.0.0',
        requestedUrl: PAGE_A,
        audits: {
          'network-requests': {
            details: {
              headings: [{ key: 'url', itemType: 'url', text: 'URL' }],
              items: [
                { resourceType: 'Document', statusCode: 200, url: PAGE_A, mimeType: 'text/html' },
                { statusCode: 200, url: 'https://cdn.example/app.js', mimeType: 'text/javascript' },
              ],
            },
          },
        },
      },
      analysisUTCTimestamp: '2020-06-04T02:23:14.801Z',
    }),
    [PAGE_A],
  ],
  // Invented, with the fields of the two results above.
  [
    'results of several pages',
    JSON.stringify([
      {
        requestedUrl: PAGE_A,
        finalUrl: PAGE_A,
        audits: { x: { items: [{ url: 'https://a.example/' }] } },
      },
      { requestedUrl: PAGE_B, finalUrl: PAGE_B, audits: {} },
    ]),
    [PAGE_A, PAGE_B],
  ],
  // Code search for "isRepresentativeRun": manifest.json of Lighthouse CI.
  [
    'Lighthouse CI',
    JSON.stringify([
      {
        url: PAGE_A,
        isRepresentativeRun: true,
        htmlPath: '/Users/action/.lighthouseci/a.report.html',
        jsonPath: '/Users/action/.lighthouseci/a.report.json',
        summary: { performance: 0.99, accessibility: 0.98 },
      },
    ]),
    [PAGE_A],
  ],
  // harlan-zw/unlighthouse, packages/cli/test/json-reports.test.ts, cut to two of ten paths.
  [
    'Unlighthouse, JSON',
    JSON.stringify([
      { accessibility: 1, 'best-practices': 1, path: '/', performance: 1, score: 0.98, seo: 0.92 },
      { accessibility: 0.97, 'best-practices': 1, path: '/blog', performance: 1, score: 0.97 },
    ]),
    ['/', '/blog'],
  ],
  // harlan-zw/unlighthouse, packages/cli/test/csv-reports.test.ts, cut to two of ten paths.
  [
    'Unlighthouse, CSV',
    'URL,Score,Performance,Accessibility,Best Practices,SEO\n"/",98,100,100,100,92\n"/blog",97,100,97,100,92',
    ['/', '/blog'],
  ],
  // karakeep-app/karakeep, packages/shared/import-export/exporters.ts: the schema of an export.
  [
    'Karakeep',
    JSON.stringify({
      bookmarks: [
        {
          createdAt: 1700000000,
          title: 'Red',
          tags: ['x'],
          lists: ['l1'],
          content: { type: 'link', url: PAGE_A },
          note: `see ${PAGE_B}?note`,
          customMetadata: null,
          archived: false,
        },
        { createdAt: 1700000001, title: 'memo', tags: [], content: { type: 'text', text: PAGE_B } },
        { createdAt: 1700000002, title: 'image', tags: [], content: null, note: null },
      ],
      lists: [{ id: 'l1', name: 'List', icon: '🔗', type: 'manual', query: null, parentId: null }],
    }),
    [PAGE_A],
  ],
  // Invented, with the field of Google Analytics.
  [
    'paths in JSON',
    JSON.stringify({ rows: [{ pagePath: '/red-shoes', views: 3 }, { pagePath: '(not set)' }] }),
    ['/red-shoes'],
  ],
  // w3c.github.io/web-performance/specs/HAR/Overview.html, with the path of a cookie.
  [
    'a HAR file with cookies',
    JSON.stringify({
      log: {
        entries: [
          {
            request: { url: PAGE_A, cookies: [{ name: 'a', path: '/' }] },
            response: { status: 200, cookies: [{ name: 'b', path: '/account' }] },
          },
        ],
      },
    }),
    [PAGE_A],
  ],
  // dequelabs/axe-core, doc/API.md: the results object.
  [
    'the result of a tool about one page',
    JSON.stringify({
      url: PAGE_A,
      violations: [
        {
          id: 'image-alt',
          helpUrl: 'https://help.example/image-alt',
          nodes: [{ target: ['img'], url: 'https://cdn.example/a.png' }],
        },
      ],
    }),
    [PAGE_A],
  ],
  // SheetJS/sheetjs#1178 (a report of Salesforce): a table with `th`, without a root element's head.
  [
    'an HTML table with linked words',
    `<html>\n\t<table>\n\t\t<tr>\n\t\t\t<th>\n\t\t\t\tPage\n\t\t\t</th>\n\t\t\t<th>Report</th>\n\t\t</tr>\n\t\t<tr>\n\t\t\t<td><a href="${PAGE_A}">Red</a></td>\n\t\t\t<td><a href="https://tool.example/r/1">open</a></td>\n\t\t</tr>\n\t</table>\n</html>`,
    [PAGE_A],
  ],
  // icaroforte/Drakon, public/vendor/js/fnExcelReport.js: the text around the table.
  [
    'an HTML table for Excel',
    `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta charset="UTF-8" /><xml><x:ExcelWorkbook><x:ExcelWorksheets><x:ExcelWorksheet><x:Name></x:Name><x:WorksheetOptions><x:Panes></x:Panes></x:WorksheetOptions></x:ExcelWorksheet></x:ExcelWorksheets></x:ExcelWorkbook></xml></head><body><table border='0px'><thead><tr><td>Webadresse<td>Status Code<td>Tool</tr></thead><tr><td><a href="${PAGE_A}">https://shop.example/red…</a><td>200<td><a href="https://tool.example/1">1</a></tr><tr><td>${PAGE_B}<br><td>200<td><a href="https://tool.example/2">2</a></tr></table></body></html>`,
    [PAGE_A, PAGE_B],
  ],
  // Invented: a web page with a table, and a page whose layout is a table.
  [
    'a saved web page with a table',
    `<!DOCTYPE html><html><head><link rel="preload" as="font" href="https://fonts.example/a.woff2"><link rel="alternate" type="application/rss+xml" href="https://shop.example/feed"></head><body><a href="${PAGE_A}">Red</a><table><tr><th>URL</th></tr><tr><td>https://other.example/</td></tr></table></body></html>`,
    [PAGE_A],
  ],
  [
    'a mail whose layout is a table',
    `<html><body><table><tr><td><table><tr><td>https://other.example/</td><td><a href="${PAGE_A}">Red</a></td></tr></table></td></tr><tr><td><a href="${PAGE_B}">Blue</a></td></tr></table></body></html>`,
    [PAGE_A, PAGE_B],
  ],
  // Invented: a head without links that a person can follow.
  [
    'a saved web page without links',
    `<!DOCTYPE html><html><head><link rel="stylesheet" href="https://fonts.example/css?family=A"></head><body>Red</body></html>`,
    [],
  ],
  // learn.microsoft.com, Netscape Bookmark File Format; sissbruecker/linkding#396.
  [
    'bookmarks',
    `${NETSCAPE}<DT><H3>a</H3>\n<DL><p>\n<DT><A HREF="${PAGE_A}" ADD_DATE="1" ICON_URI="https://shop.example/f.ico">Red</A>\n<DT><A HREF="${PAGE_B}" FEEDURL="https://shop.example/feed">Blue</A>\n</DL><p>\n</DL>`,
    [PAGE_A, PAGE_B],
  ],
  // Code search for "originalsrc="https://lists".
  [
    'a mail of Outlook',
    `<html><body><a href="https://eur02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fshop.example%2Fred-shoes&amp;data=x&amp;reserved=0" originalsrc="${PAGE_A}">a</a> <a href="https://nam01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fshop.example%2Fblue-shoes&amp;data=x">b</a></body></html>`,
    [PAGE_A, PAGE_B],
  ],
  // learn.microsoft.com, Safe Links. The sources of the other links are in test/lib/url/wrapped-address.test.ts.
  [
    'a text with repeated links',
    `Red <https://eur02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fshop.example%2Fred-shoes&data=x> is ${PAGE_A}\nhttps://l.facebook.com/l.php?u=https%3A%2F%2Fshop.example%2Fblue-shoes&h=AT0x\nhttps://www.google.de/url?sa=t&url=https%3A%2F%2Fshop.example%2Fblue-shoes&ved=2`,
    [PAGE_A, PAGE_B],
  ],
  [
    'a text with links of search engines, chats and networks',
    `Red (https://www.bing.com/ck/a?!&&p=6cd3&ptn=3&u=a1${btoa(PAGE_A).replace(/=+$/, '')}&ntb=1), https://slack-redir.net/link?url=https%3A%2F%2Fslack-redir.net%2Flink%3Furl%3Dhttps%253A%252F%252Fshop.example%252Fred-shoes&v=3\nhttps://r.search.yahoo.com/_ylt=AwrB;_ylu=X3oD--/RV=2/RE=1512018198/RO=10/RU=https%3a%2f%2fshop.example%2fblue-shoes/RK=2/RS=vQW4- and https://www.linkedin.com/in/someone`,
    [PAGE_A, PAGE_B, 'https://www.linkedin.com/in/someone'],
  ],
  // ECMA-376, Part 1, 18.3.1.47 (hyperlink), for this row; 18.3.1.40 (f), for the next row.
  [
    'a workbook with linked words',
    workbookOf(
      '<row r="1"><c r="A1" t="inlineStr"><is><t>Page</t></is></c><c r="B1" t="inlineStr"><is><t>Clicks</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>Red</t></is></c><c r="B2"><v>3</v></c></row>',
      [],
      PAGE_A,
    ),
    [PAGE_A],
  ],
  [
    'a workbook with a formula',
    workbookOf(
      `<row><c t="s"><v>0</v></c></row><row><c t="str"><f>HYPERLINK("${PAGE_A}","Red")</f><v>Red</v></c></row>`,
      ['URL'],
    ),
    [PAGE_A],
  ],
];

describe('addressesInFiles', () => {
  it.each(KINDS)('finds only the expected pages of %s', async (_, content, rows) => {
    const found = await addressesInFiles([new File([content], 'file')]);
    const rowTexts = found.rows.map(({ text, nonPageReason }) =>
      nonPageReason ? `${text} ${nonPageReason}` : text,
    );
    expect(rowTexts).toEqual(rows);
    expect(found.unread).toEqual([]);
  });

  /** Binary files: the extension's icon, and first bytes of JFIF, [MS-CFB], ISO 32000 and 7zFormat.txt. */
  const WITHOUT_TEXT: [string, BlobPart][] = [
    ['a picture', readFileSync('public/icons/128.png')],
    ['a photo', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0])],
    ['an older workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0])],
    ['a document', `%PDF-1.7\n1 0 obj\n<< /URI (${PAGE_A}) >>\n`],
    // python-openxml/python-docx, src/docx/templates/default-docx-template: the names of members. The link is invented.
    [
      'a text of Word',
      zipSync({
        '[Content_Types].xml': strToU8('<Types/>'),
        '_rels/.rels': strToU8('<Relationships/>'),
        'docProps/app.xml': strToU8('<Properties/>'),
        'word/document.xml': strToU8(`<w:document><w:t>${PAGE_A}</w:t></w:document>`),
        'word/_rels/document.xml.rels': strToU8(`<a><Relationship Target="${PAGE_A}"/></a>`),
      }),
    ],
    // Code search for "Configurations2/ manifest.rdf meta.xml Pictures/ styles.xml": the names of members.
    [
      'a text of LibreOffice without a declared type',
      zipSync({
        'content.xml': strToU8(`<?xml version="1.0"?><text:p><url>${PAGE_A}</url></text:p>`),
        'META-INF/manifest.xml': strToU8('<manifest:manifest/>'),
        'settings.xml': strToU8('<a/>'),
      }),
    ],
    [
      'a text of Word inside an archive',
      zipSync({
        file: zipSync({
          '[Content_Types].xml': strToU8('<Types/>'),
          'word/a.xml': strToU8(PAGE_A),
        }),
      }),
    ],
    ['another archive', new Uint8Array([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4])],
  ];

  it.each(WITHOUT_TEXT)('reports an unknown format for %s', async (_, content) => {
    const found = await addressesInFiles([new File([content], 'file')]);
    expect(found.rows).toEqual([]);
    expect(found.unread).toEqual([{ url: 'file', problem: 'unknownFormat' }]);
  });
});
