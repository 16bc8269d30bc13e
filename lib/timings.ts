// Pauses before the next request to a service, in seconds, in order. A time that the service names
// takes precedence.

/** Pauses after 429, or after 503 with a time. The last pause repeats. */
export const AFTER_TOO_MANY_REQUESTS = [30, 60, 120, 300, 900];

/** The same pauses, if the time that the service names is in the past. The last pause repeats. */
export const AFTER_NAMED_TIME_IN_PAST = [1, ...AFTER_TOO_MANY_REQUESTS];

/** Pauses while the service is unreachable or down. The last pause repeats. */
export const WHILE_OUT_OF_REACH = [5, 10, 20, 40, 80, 160, 300, 600, 900];

/**
 * Pauses between the lookups of a created report; the first lookup follows at once. Behind a proxy that
 * timed out, a service can work on for minutes. If no lookup finds the report, the extension
 * assumes that the service did not create it.
 */
export const BETWEEN_LOOKUPS = [5, 15, 30, 70];

/** Time to undo a deletion, in seconds. */
export const BEFORE_DELETION = 6;

/** Pause before the next attempt to store, after the browser's storage refused, in seconds. */
export const BEFORE_STORING_AGAIN = 30;
