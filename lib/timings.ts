// How long the extension waits before it asks a service again, in seconds, pause after pause. Where
// the service says itself when to come back, that counts instead.

/** After 429, or 503 with a time: the last one is repeated. */
export const AFTER_TOO_MANY_REQUESTS = [30, 60, 120, 300, 900];

/** Where the time that the service names is over when it is told: the last one is repeated. */
export const WHEN_TOLD_AT_ONCE = [1, ...AFTER_TOO_MANY_REQUESTS];

/** While the service gives no answer, or is down: the last one is repeated. */
export const WHILE_OUT_OF_REACH = [5, 10, 20, 40, 80, 160, 300, 600, 900];

/**
 * Between the looks for a report whose creation was not answered; the first look comes at once. A
 * service works on for minutes behind a proxy that has given up, and only a list that has not shown
 * the report for so long is believed.
 */
export const BETWEEN_LOOKS = [5, 15, 30, 70];

/** Before each read for a new result; after the last one it is given up. */
export const BETWEEN_RESULT_READS = [5, 15, 60, 300, 900];

/** The least between two of these reads while a batch goes on. */
export const BETWEEN_RESULT_READS_IN_BATCH = 60;

/** Before a report is deleted: so long a person can undo it. */
export const BEFORE_DELETION = 6;
