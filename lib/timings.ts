// How long the extension waits before it asks a service again, in seconds, pause after pause. Where
// the service says itself when to come back, that counts instead.

/** After 429, or 503 with a time: the last one is repeated. */
export const AFTER_TOO_MANY_REQUESTS = [30, 60, 120, 300, 900];

/** The same where the time that the service names is over already: the last one is repeated. */
export const AFTER_NAMED_TIME_IN_PAST = [1, ...AFTER_TOO_MANY_REQUESTS];

/** While the service gives no answer, or is down: the last one is repeated. */
export const WHILE_OUT_OF_REACH = [5, 10, 20, 40, 80, 160, 300, 600, 900];

/**
 * Between the lookups of a created report; the first one comes at once. A service works on for minutes
 * behind a proxy that has given up, and only a list that has not shown the report for so long decides
 * that there is none.
 */
export const BETWEEN_LOOKUPS = [5, 15, 30, 70];

/** Before a report is deleted: so long a person can undo it. */
export const BEFORE_DELETION = 6;

/** Before what the browser's storage has refused is stored again. */
export const BEFORE_STORING_AGAIN = 30;
