/** The requests that a service usually accepts from one account in a minute. */
const REQUESTS_PER_MINUTE = 30;

/** Returns how many minutes new results of pages take, at least one. */
export function recheckMinutes(pages: number): number {
  return Math.max(1, Math.ceil(pages / REQUESTS_PER_MINUTE));
}
