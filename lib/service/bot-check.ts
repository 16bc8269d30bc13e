/** The bot checks of Cloudflare, AWS WAF and SiteGround send these headers. */
const HEADERS = ['cf-mitigated', 'x-amzn-waf-action', 'sg-captcha'];

/** Imunify360 answers in JSON if the request accepts JSON, otherwise with a web page. */
const BODIES = [
  /^\s*\{\s*"message"\s*:\s*"Access denied by Imunify360\b/,
  /^\s*<[\s\S]{0,2000}<title>One moment, please\.\.\.<\/title>/,
];

/** Whether a bot check has answered in place of the server. The status is often 200 or 202. */
export function hasBotCheckHeader(headers: Headers): boolean {
  return HEADERS.some((name) => headers.get(name) !== null);
}

/** Whether a body is the answer of a bot check that sets no header. */
export function isBotCheckBody(body: string): boolean {
  return BODIES.some((pattern) => pattern.test(body));
}
