import type { Account } from '@/lib/connection/connection';
import { toExtraFields } from '@/lib/report/extra-fields';
import type { ReportDetails, ReportList } from '@/lib/report/report';
import { isObject, partOf } from './json-object';
import { isWholeNumber, readReport, readReportDetails } from './report-reader';

/** Where services put a list, and a single report, the likeliest first. */
const LIST_NAMES = ['data', 'reports', 'items', 'results', 'records', 'rows'];
const REPORT_NAMES = ['data', 'report', 'item', 'result', 'record'];
const ACCOUNT_NAMES = ['data', 'account', 'user'];
/** What an envelope may hold beside its content. */
const ENVELOPE_NAMES = ['meta', 'links', 'status', 'success', 'message', 'code'];
/** Five times the largest page that can be asked for: no popup could show what some services hold. */
const MOST_ROWS = 500;
const TOTAL_PLACES = ['meta', 'pagination', 'data'];

/**
 * Reads the answer to a list call: an array at the top, one level down, or under `data.data`.
 * Undefined where there is no array, or none of its rows can be read. A list without end is read
 * up to 500 rows.
 */
export function readReportList(json: unknown): ReportList | undefined {
  const all = findRows(json);
  if (all === undefined) return undefined;
  const rows = all.slice(0, MOST_ROWS);
  const reports = rows.map(readReport).filter((report) => report !== undefined);
  if (rows.length > 0 && reports.length === 0) return undefined;
  const total = findTotal(json) ?? (all.length > rows.length ? all.length : null);
  return { reports, unreadable: rows.length - reports.length, total };
}

/** Reads a single report at the top or one level down; undefined where there is none. */
export function readSingleReport(json: unknown): ReportDetails | undefined {
  const found = [json, ...REPORT_NAMES.map((name) => partOf(json, name))]
    .map(readReportDetails)
    .filter((report) => report !== undefined);
  // An envelope may carry an id of its own, but not a report's URL.
  return found.find((report) => report.url !== null) ?? found[0];
}

/** Reads the account, whatever its fields; undefined where the answer is no object. */
export function readAccount(json: unknown): Account | undefined {
  if (!isObject(json)) return undefined;
  const names = Object.keys(json);
  const inner = ACCOUNT_NAMES.find(
    (name) =>
      isObject(json[name]) &&
      names.every((other) => other === name || ENVELOPE_NAMES.includes(other)),
  );
  const account = inner === undefined ? json : json[inner];
  return { fields: toExtraFields(account as object) };
}

function findRows(json: unknown): unknown[] | undefined {
  const places = [
    json,
    ...LIST_NAMES.map((name) => partOf(json, name)),
    partOf(partOf(json, 'data'), 'data'),
  ];
  const rows = places.find(Array.isArray);
  if (rows !== undefined) return rows;
  // A name that nobody foresaw passes while it is the only array there.
  const arrays = isObject(json) ? Object.values(json).filter(Array.isArray) : [];
  return arrays.length === 1 ? arrays[0] : undefined;
}

function findTotal(json: unknown): number | null {
  const places = [json, ...TOTAL_PLACES.map((name) => partOf(json, name))];
  return places.map((place) => partOf(place, 'total')).find(isWholeNumber) ?? null;
}
