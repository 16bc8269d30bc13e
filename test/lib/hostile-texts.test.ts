import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPreview } from '@/components/batch/preview/preview-rows';
import { messageParts } from '@/components/text/isolation';
import { readApiKey } from '@/lib/connection/api-key';
import { readBaseUrl } from '@/lib/connection/base-url';
import { readHeader } from '@/lib/connection/request-headers';
import { addressesInFiles, addressesInText } from '@/lib/import/formats';
import { linksInHtml } from '@/lib/import/html-file';
import { linkedText } from '@/lib/import/linked-text';
import { readSitemap } from '@/lib/import/sitemap';
import { readSourceUrl } from '@/lib/import/source-url';
import { twinOrigins } from '@/lib/import/twin-origins';
import { readChecks } from '@/lib/report/content/checks';
import { readableName } from '@/lib/report/content/readable-name';
import { FIELD_BOUNDS, toExtraFields } from '@/lib/report/extra-fields';
import { shownProject, typedProject } from '@/lib/report/project';
import { readReportLink } from '@/lib/report/report-link';
import { pageQuery, searchText } from '@/lib/report/report-query';
import { untrustedLine } from '@/lib/report/untrusted-line';
import { withoutPhpMessages } from '@/lib/service/answer/answer';
import { readReportList, readSingleReport } from '@/lib/service/answer/answer-bodies';
import { allMessages, readErrorBody } from '@/lib/service/answer/error-body';
import { WireTimestamp } from '@/lib/service/answer/report-schema';
import { isBotCheckBody } from '@/lib/service/bot-check';
import { createRedaction } from '@/lib/service/redaction';
import { retryTime } from '@/lib/service/retry-after';
import { enclosedAddress, originalAddress } from '@/lib/url/enclosed-address';
import { givenAddress } from '@/lib/url/given-address';
import { addressKey, pageKey } from '@/lib/url/page-key';
import { publishingRisks } from '@/lib/url/secrets/publishing-risk';
import { shortAddress } from '@/lib/url/short-address';
import { otherSpellings, shownAddress } from '@/lib/url/shown-address';
import { withoutTracking } from '@/lib/url/tracking-parameters';
import { readAddress, readReportUrl, reportablePageUrl } from '@/lib/url/typed-address';
import { urlAlternatives } from '@/lib/url/url-alternatives';
import { unwrappedAddress } from '@/lib/url/wrapped-address';
import { createChances, newSeed } from '../endurance/random';
import { FILES, HOSTILE_TEXTS } from '../support/hostile-files';
import { createMeasuredReader, type MeasuredReader } from '../support/measured-reading';
import { plainLoop } from '../support/plain-loop';
import { bytesOf, packed } from '../support/sitemap-files';
import { workbookOf } from '../support/workbook-files';

/** Number of inputs for each function. `npm run endurance` uses more. */
const INPUTS = Number(process.env.HOSTILE_TEXTS ?? 10);
const SEED = Number(process.env.SEED ?? newSeed());
const LONGEST = 100_000;

/** Limit of CPU time for one call, in milliseconds. */
const MAX_CALL_TIME = 2_000;

const BASE = 'https://host.example/s';
const NOW = Date.parse('2026-11-02T12:00:00Z');

/** Pieces of texts: separators, delimiters and characters that the rules look for. */
const PIECES = [
  ...`( ) [ ] { } < > " ' \` | * ** _ - – . .. , ; : ! ? / // \\ \\" "" # & = % @ + ~ $ ^ (?: =1+1 \
a Z 7 9 ä ß 中 あ م а 👍 \ud800 \udfff \ufffd İ K \0 \u00ad \u200b \u200d \u202e \ufeff \
chrome-extension:// -extension:// ?url=https%3A%2F%2F &uri=https:// #https%3a// http%3A%2f \
http:// https:// HTTPS: :// www. view-source: about:reader?url= javascript: a.example a.b.c. \
xn-- xn--a xn--pple-43d. localhost 127.0.0.1 [::1] :80 %41 %C3%A4 %E0%A4%A %2F %25 %40 a=b& \
utm_source=x& token= a;b=c; eyJhbGci URL, Page; Total ,1,2 |---| <a <a> href= href=" &amp; &#x41; \
&#9999999; &lt <!-- --> <![CDATA[ ]]> <urlset> <url><loc> </loc></url> <rss><channel><item> <guid> \
<feed><entry> <?xml <!DOCTYPE <!ENTITY &a; x:y xmlns:a="b" Sitemap: {id} Mon, 2026-11-02T 00:00 \
+00 T Z r=0;t= remaining=0, 1e9 {"a": [[ \\u0041`.split(' '),
  ...[' ', '\t', '\n', '\r\n', '\u3000', 'sep=;\n', '"a","b"\n', '\n"', '# ', '- ', '1. ', '[x] '],
  ...['<br />\n', '<b>Notice</b>:', 'Warning: ', ' on line <b>1</b>', ' on line 1\n'],
];

type Call = (text: string) => unknown;

/**
 * Every function that reads a text from a person, a page, a site or a service. A call that reads the text
 * several times returns an array with one result for each reading.
 */
const CALLS: Record<string, Call> = {
  addressesInText,
  addressesInSitemap: (text) => addressesInText(`<urlset><url>${text}`),
  addressesInFeed: (text) => [
    addressesInText(`<rss><item>${text}`),
    addressesInText(`<feed><entry><link ${text}`),
  ],
  addressesInJson: (text) => [
    addressesInText(JSON.stringify({ [text]: [text] })),
    addressesInText(`{"a":"${text}"}`),
    addressesInText('['.repeat(text.length)),
  ],
  addressesInFiles: (text) =>
    addressesInFiles([new File([text], 'a'), new File([packed(text)], 'b')]),
  linkedText: (text) => [linkedText(text, text), linkedText(text, `<a href="${text}`)],
  readSourceUrl,
  addressesInTable: async (text) => [
    await addressesInText(`URL,Status Code,Content Type\n${text}`),
    await addressesInText(`Hostname\tPage path\n${text}`),
  ],
  addressesInXml: (text) => addressesInText(`<?xml version="1.0"?><a><url>${text}`),
  addressesInUrlFile: (text) => addressesInText(`[InternetShortcut]\nURL=${text}`),
  addressesInZips: (text) => [
    addressesInFiles([new File([zipSync({ [text.slice(0, 99)]: strToU8(text) })], 'a.zip')]),
    addressesInFiles([new File([`PK\x03\x04\x14\0\0\0${text}`], 'b.zip')]),
    addressesInFiles([new File([workbookOf(text)], 'c.xlsx')]),
  ],
  linksInHtml: (text) => [linksInHtml(text), linksInHtml(`<a href="${text}`)],
  unwrappedAddress: (text) => [
    unwrappedAddress(`https://urldefense.com/v3/__${text}`),
    unwrappedAddress(`https://urldefense.proofpoint.com/v2/url?u=${text}`),
    unwrappedAddress(`https://www.google.com/url?q=${text}`),
    unwrappedAddress(`https://www.bing.com/ck/a?u=a1${text}`),
    unwrappedAddress(`https://r.search.yahoo.com/RU=${text}/RK=2`),
  ],
  readSitemap: (text) => readSitemap(bytesOf(text), `${BASE}/sitemap.xml`),
  readRobots: (text) => readSitemap(bytesOf(text), 'https://host.example/robots.txt'),
  buildPreview: (text) =>
    buildPreview(
      [{ text }, { text: `https://a.example/${text}` }, { text: `/${text}` }],
      async () => {},
    ),
  givenAddress: (text) => [
    givenAddress({ uriList: text, plain: '' }),
    givenAddress({ uriList: '', plain: text }),
  ],
  enclosedAddress: (text) => [
    enclosedAddress(text),
    originalAddress(`chrome-extension://${text}`),
    originalAddress(`${text}-extension://`),
  ],
  twinOrigins: (text) =>
    [`http://${text}`, text].map((each) => URL.parse(each)).map((url) => url && twinOrigins(url)),
  readAddress,
  readReportUrl,
  reportablePageUrl,
  readBaseUrl: (text) => readBaseUrl(text, false),
  readApiKey,
  readHeader: (text) => [
    readHeader({ name: text, value: text }),
    readHeader({ name: '', value: `X-Pass:${text}` }),
    readHeader({ name: 'X-Pass', value: text }),
  ],
  shownAddress: (text) => [shownAddress(text), shownAddress(`https://${text}`)],
  shortAddress: (text) => [shortAddress(text), shortAddress(`https://a.example/${text}`)],
  otherSpellings: (text) => [otherSpellings(text)],
  pageKey: (text) => [
    pageKey(text),
    addressKey(text),
    pageKey(`https://a.example/${text.slice(0, 1_900)}`),
  ],
  urlAlternatives: (text) => [
    urlAlternatives(`https://a.example/?${text}`, text, unwrappedAddress),
  ],
  withoutTracking: (text) => withoutTracking(`https://a.example/?${text}`),
  publishingRisks: (text) => [
    publishingRisks(text),
    publishingRisks(`https://a.example/?a=${text}`),
  ],
  readReportLink,
  readErrorBody: (text) => [
    allMessages(readErrorBody({ message: text, errors: { [text]: [text] } })),
    readErrorBody({ errors: [{ path: text, source: { pointer: text }, message: text }] }),
  ],
  readReportList: (text) =>
    readReportList({ data: [report(text)], links: { next: text }, meta: text }),
  readSingleReport: (text) => readSingleReport({ data: report(text) }),
  toExtraFields: (text) => toExtraFields({ [text]: text }, FIELD_BOUNDS),
  readChecks: (text) =>
    readChecks({ results: { [text]: { passed: false, errors: { [text]: text } } } }),
  readableName,
  projects: (text) => [typedProject(text), shownProject(text)],
  reportQueries: (text) => [pageQuery(`https://a.example/${text}`), searchText(text)],
  messageParts,
  untrustedLine,
  isBotCheckBody: (text) => [isBotCheckBody(text), isBotCheckBody(`<${text}`)],
  withoutPhpMessages: (text) => [
    withoutPhpMessages(text),
    withoutPhpMessages(`<br />\n<b>Warning</b>: ${text}`),
    withoutPhpMessages(`Notice: ${text}`),
  ],
  redaction: (text) =>
    createRedaction(['a-secret-key', text.slice(0, 50)], [text.slice(0, 5)])(text, text.length),
  timestamps: (text) => WireTimestamp.safeParse(text),
  retryTime: (text) => retryTime(headers('retry-after', text), NOW),
};

function report(text: string) {
  return {
    id: text,
    url: text,
    project: text,
    privacy: text,
    result: text,
    generated_at: text,
    [text]: [text],
  };
}

/** Returns headers with a text, up to the length that a header can have. */
function headers(name: string, text: string): Headers {
  return new Headers({
    date: text.replaceAll(/[^\x20-\x7e]/g, ''),
    [name]: text.replaceAll(/[^\x20-\x7e]/g, ''),
  });
}

function hostileText(seed: number): string {
  const { between, happens } = createChances(seed);
  const piece = () => PIECES[between(0, PIECES.length - 1)] ?? '';
  const fewPieces = () => Array.from({ length: between(1, 4) }, piece).join('');
  const length = happens(0.5) ? LONGEST : between(1, LONGEST);
  const repeatText = (text: string, most: number) =>
    text.repeat(Math.ceil(most / text.length)).slice(0, most);
  switch (between(0, 3)) {
    case 0:
      return (fewPieces() + repeatText(fewPieces(), length) + fewPieces()).slice(0, LONGEST);
    case 1:
      return repeatText(fewPieces(), length / 2) + repeatText(fewPieces(), length / 2);
    case 2:
      return Array.from({ length: between(1, 300) }, () => repeatText(fewPieces(), between(1, 600)))
        .join('')
        .slice(0, LONGEST);
    default: {
      const [one, two] = [repeatText(fewPieces(), 300), repeatText(fewPieces(), 300)];
      return repeatText(`${one}${two}${piece()}`, length);
    }
  }
}

/** Returns the CPU time of a call for each reading, in milliseconds. */
async function costOf(call: Call, text: string): Promise<number> {
  const before = process.cpuUsage();
  const results = await call(text);
  if (Array.isArray(results)) await Promise.all(results);
  const readings = Array.isArray(results) ? Math.max(1, results.length) : 1;
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / readings;
}

it.each(Object.keys(CALLS))(
  `%s reads any text within two seconds (${INPUTS} of seed ${SEED})`,
  async (name) => {
    const call = CALLS[name] ?? expect.fail(name);
    for (let input = 0; input < INPUTS; input += 1) {
      const text = hostileText(SEED + input);
      const cost = await costOf(call, text).catch((error) =>
        expect.fail(`input ${input}: ${error}`),
      );
      expect(cost, `input ${input}: ${JSON.stringify(text.slice(0, 200))}`).toBeLessThan(
        MAX_CALL_TIME,
      );
    }
  },
  3_600_000,
);

/** Length of a text whose reading is compared with a plain loop. */
const COMPARED_LENGTH = 300_000;

/** Largest ratio of CPU time to that of a plain loop, and of memory to the size of a 5 MB file. */
const MAX_TIMES = 20;

/** Larger bounds, for functions that read a text several times. Both functions take linear time. */
const MORE_TIMES: Record<string, number> = {
  // The test puts the text into each body three times.
  readErrorBody: 3 * MAX_TIMES,
  // Each escape becomes an object with its position, and each secret is searched in the text and its decoded form.
  redaction: 3 * MAX_TIMES,
};

/** Number of measurements. Other programs make some measurements slow, and compilation the first. */
const MAX_ATTEMPTS = 6;

/** CPU time in milliseconds below which a call is not compared with a plain loop. */
const FAST = 0.3;

/** Returns the lowest ratio of the CPU time of a call to that of a plain loop over the same text. */
async function timesOfLoop(call: Call, text: string, most: number): Promise<number> {
  let lowest = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < MAX_ATTEMPTS && lowest > most; attempt += 1) {
    const cost = await costOf(call, text);
    if (cost < FAST) return 1;
    lowest = Math.min(lowest, cost / (await costOf(plainLoop, text)));
    // A call that is far too slow is not measured again.
    if (lowest > 100 * most) break;
  }
  return lowest;
}

/** Functions that read whole files. Other processes measure them with files of 5 MB. */
const FILE_READERS = [
  'addressesInText',
  'addressesInJson',
  'addressesInFiles',
  'addressesInTable',
  'addressesInZips',
  'readSitemap',
];

describe('a function that reads a text', () => {
  it.each(Object.keys(CALLS).filter((name) => !FILE_READERS.includes(name)))(
    '%s takes at most twenty times as long as a plain loop',
    async (name) => {
      const call = CALLS[name] ?? expect.fail(name);
      for (const [family, make] of Object.entries(HOSTILE_TEXTS)) {
        const most = MORE_TIMES[name] ?? MAX_TIMES;
        const times = await timesOfLoop(call, make(COMPARED_LENGTH), most);
        expect(times, family).toBeLessThan(most);
      }
    },
    600_000,
  );
});

/** The files that `npm test` reads. `npm run endurance` reads all files of all formats. */
const USUAL_FILES: Record<string, string[]> = {
  robots: ['line separators', 'carriage returns'],
  sitemap: ['many attributes'],
  csv: ['commas, a far column', 'quotation marks before blanks'],
  tsv: ['quotation marks before tabs'],
  xlsx: ['far columns', 'repeated references', 'repeated sheets'],
};

function filesToRead(): [format: string, name: string][] {
  // hostile-files.test.ts measures small files that unpack to large ones.
  const isSmall = (format: string, name: string) => format === 'packed xlsx' || name === 'bomb';
  const files = Object.entries(FILES).flatMap(([format, makers]) =>
    Object.keys(makers).map((name): [string, string] => [format, name]),
  );
  return files.filter(([format, name]) =>
    INPUTS < 1_000 ? USUAL_FILES[format]?.includes(name) : !isSmall(format, name),
  );
}

describe('a reader of a 5 MB file', () => {
  const SIZE = 5 * 1024 * 1024;
  /** Size of the heap. It is smaller than the limit, because the measured peak includes garbage. */
  const HEAP_MB = 80;
  let reader: MeasuredReader;
  beforeAll(async () => {
    reader = await createMeasuredReader();
  }, 120_000);
  afterAll(() => reader.close());

  it.each(filesToRead())(
    '%s: %s takes at most twenty times the time and memory of a plain loop',
    async (format, name) => {
      const make = FILES[format]?.[name] ?? expect.fail(name);
      const file = make(SIZE, createChances(SEED));
      let times = Number.POSITIVE_INFINITY;
      for (let attempt = 0; attempt < MAX_ATTEMPTS && times > MAX_TIMES; attempt += 1) {
        const reading = await reader.read(file, format, { heap: HEAP_MB, seconds: 300 });
        times = reading.seconds / reading.loopSeconds;
        expect(reading.megabytes).toBeLessThan((MAX_TIMES * SIZE) / 1024 / 1024);
      }
      expect(times).toBeLessThan(MAX_TIMES);
    },
    600_000,
  );
});
