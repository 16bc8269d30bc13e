import type { ReportContent } from './report-contents';

/**
 * How the service words its successful answers. The interface leaves this open, so each field has the value
 * that is normal here (see `normalShape`) and others that a service might just as well have chosen.
 */
export interface Shape {
  /** Where a list's rows are. `data` has `links` and `meta` beside it; `top` is a bare array. */
  readonly list: 'data' | 'top' | 'reports' | 'items' | 'data.data';
  /** Where a single report is, and likewise the account. `report` names it by what it is. */
  readonly single: 'data' | 'top' | 'report';
  readonly id: 'number' | 'numeric string' | 'uuid';
  readonly privacy: 'number' | 'numeric string';
  readonly result: 'lower' | 'capitalised' | 'upper';
  /** What stands for a result and a date that are not known yet. */
  readonly pending: 'null' | 'absent';
  /** ISO 8601 in UTC, `YYYY-MM-DD HH:MM:SS` in UTC, or the time since 1970 as a number. */
  readonly dates: 'iso' | 'spaced' | 'seconds' | 'milliseconds';
  /** Status of a creation; 204 has an empty body. */
  readonly create: 201 | 200 | 204;
  /** Status of an update; 204 has an empty body. */
  readonly update: 200 | 204;
  /** Status of a deletion; 204 has an empty body. */
  readonly remove: 200 | 204;
  /** Whether lists contain one more row, the second, that is no report. */
  readonly unreadableRow: boolean;
  /** Whether reports carry many more fields that the interface does not name. */
  readonly extraFields: boolean;
  /** Whether reports carry addresses of their own: in the API, and of a page to open in a browser. */
  readonly links: boolean;
  /** What a single report holds besides all that. */
  readonly content: ReportContent;
}

/** How the service answers unless told otherwise. */
export const normalShape: Shape = {
  list: 'data',
  single: 'data',
  id: 'number',
  privacy: 'number',
  result: 'lower',
  pending: 'null',
  dates: 'iso',
  create: 201,
  update: 200,
  remove: 200,
  unreadableRow: false,
  extraFields: false,
  links: false,
  content: {},
};
