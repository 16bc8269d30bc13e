import { ACCOUNT_BOUNDS, type Account, toExtraFields } from '@/lib/report/extra-fields';
import type { ReportDetails, ReportList } from '@/lib/report/report';
import { z } from '@/lib/schema';
import { isDenial, namesError } from './embedded-error';
import { JsonArray, JsonObject, topOrUnder, under } from './json-parts';
import { WholeNumber, WireReport, WireReportDetails } from './report-schema';

/** Where services put a list, a single report and an account, the likeliest first. */
const LIST_NAMES = ['data', 'reports', 'items', 'results', 'records', 'rows'];
const REPORT_NAMES = ['data', 'report', 'item', 'result', 'record'];
const ACCOUNT_NAMES = ['data', 'account', 'user'];
/** What the object around an answer's content may hold beside it. */
const WRAPPER_NAMES = ['meta', 'links', 'status', 'success', 'message', 'code'];
/** What may stand beside a list without being a list of reports. */
const SIDE_NAMES = [...WRAPPER_NAMES, 'ok', 'error', 'errors'];
/** What a refusal may hold: nothing of an account. */
const REFUSAL_NAMES = [...SIDE_NAMES, ...ACCOUNT_NAMES];

/** Five times the largest page that can be asked for: no popup could show what some services hold. */
const MOST_ROWS = 500;

/** An object with more names is a content of its own. */
const MOST_WRAPPER_NAMES = 50;

const onlyArray = z.transform((object: JsonObject) => {
  const names = Object.keys(object);
  if (names.length > MOST_WRAPPER_NAMES) return undefined;
  const contents = names.filter((name) => !SIDE_NAMES.includes(name));
  const [rows, ...others] = contents.map((name) => object[name]).filter(Array.isArray);
  return others.length === 0 ? rows : undefined;
});
const ListRows = z.union([
  topOrUnder(LIST_NAMES, JsonArray),
  under('data', topOrUnder(LIST_NAMES, JsonArray)),
  // A name that nobody foresaw passes while it is the only array there that may be the content.
  z.pipe(z.pipe(JsonObject, onlyArray), JsonArray),
]);
/** A longer address is no link to a page of a list. */
const LONGEST_LINK = 20_000;
const NextLink = topOrUnder(
  ['data'],
  under('links', under('next', z.string().check(z.maxLength(LONGEST_LINK)))),
);
const Total = topOrUnder(['meta', 'pagination', 'data'], under('total', WholeNumber));

const AccountFields = z.union([...ACCOUNT_NAMES.map(unwrapped), JsonObject]);

/**
 * Reads the answer to a list call: an array at the top, one level down, or one below `data`, of
 * reports that stand at the top of their rows or one level down.
 * Undefined where there is no array, or none of its rows can be read, and where the answer says no:
 * an empty list beside an error shows nothing. A list without end is read up to 500 rows.
 * @param page the number of the page that was asked for
 */
export function readReportList(json: unknown, page = 1): ReportList | undefined {
  const all = ListRows.safeParse(json).data;
  if (all === undefined || isDenial(json)) return undefined;
  if (all.length === 0 && namesError(json)) return undefined;
  const rows = all.slice(0, MOST_ROWS);
  const ListRow = topOrUnder(REPORT_NAMES, WireReport);
  const reports = rows.flatMap((row) => ListRow.safeParse(row).data ?? []);
  if (rows.length > 0 && reports.length === 0) return undefined;
  const total = Total.safeParse(json).data ?? (all.length > rows.length ? all.length : null);
  const unreadable = rows.length - reports.length;
  return { reports, unreadable, total, next: nextPage(json, page) };
}

/**
 * The number in the link to the next page: behind proxies the link itself may name another scheme or
 * host. Null for any but the number that follows, so that reading comes to an end.
 */
function nextPage(json: unknown, page: number): number | null {
  const link = NextLink.safeParse(json).data;
  const number = link && URL.parse(link)?.searchParams.get('page');
  return number === String(page + 1) ? page + 1 : null;
}

/**
 * Reads a single report at the top, one level down, or one below `data`; undefined where there is
 * none.
 */
export function readSingleReport(json: unknown): ReportDetails | undefined {
  // The object around a report may have an id of its own, but not the report's URL.
  const WithUrl = WireReportDetails.check(z.refine(({ url }) => url !== null));
  const found = [topOrUnder(REPORT_NAMES, WithUrl), topOrUnder(REPORT_NAMES, WireReportDetails)];
  const SingleReport = z.union([...found, ...found.map((one) => under('data', one))]);
  return SingleReport.safeParse(json).data;
}

/**
 * Reads the account, whatever its fields; undefined where the answer is no object, or says no and
 * nothing else.
 */
export function readAccount(json: unknown): Account | undefined {
  const fields = AccountFields.safeParse(json).data;
  if (fields === undefined || isRefusal(fields)) return undefined;
  return toExtraFields(fields, ACCOUNT_BOUNDS);
}

/** An account may have a status of its own, and does not consist of it. */
function isRefusal(fields: JsonObject): boolean {
  const isBare = Object.keys(fields).every((name) => REFUSAL_NAMES.includes(name));
  return isBare && (isDenial(fields) || namesError(fields));
}

/**
 * What an object holds under a name, where every other name is one that wrappers are known to have: an
 * account may well have a part of its own named `data`, beside fields that nobody foresaw.
 */
function unwrapped(name: string) {
  const names = [name, ...WRAPPER_NAMES];
  const content = z.transform((object: JsonObject) =>
    Object.keys(object).every((other) => names.includes(other)) ? object[name] : undefined,
  );
  return z.pipe(z.pipe(JsonObject, content), JsonObject);
}
