/** What came back for a request, its body read to the end. */
export interface Answer {
  /** 0 where the browser hides a redirect. */
  status: number;
  /** Origin and path where a redirect ended or points; null without one, or where it is hidden. */
  redirectedTo: string | null;
  headers: Headers;
  /** Null: longer than the reader takes. */
  body: string | null;
}

/** A page of 100 reports with long fields stays well below; what is longer is not a report list. */
const LARGEST_BODY_BYTES = 5_000_000;

/** A longer path helps nobody to find where a redirect led. */
const LONGEST_PATH = 1000;

/** Reads a response to its end, or up to the size limit. Rejects when the connection breaks. */
export async function readAnswer(response: Response, askedUrl: string): Promise<Answer> {
  return {
    status: response.type === 'opaqueredirect' ? 0 : response.status,
    redirectedTo: endOfRedirect(response, askedUrl),
    headers: response.headers,
    body: await readBody(response),
  };
}

/** Whether the answer sends the client elsewhere. */
export function isRedirect(answer: Answer): boolean {
  return answer.status === 0 || (answer.status >= 300 && answer.status < 400);
}

/** Whether the service says that it did what was asked. */
export function isSuccess(answer: Answer): boolean {
  return answer.status >= 200 && answer.status < 300;
}

/** The body as JSON, or undefined where it is none. */
export function readJson(answer: Answer): unknown {
  try {
    return JSON.parse(answer.body ?? '');
  } catch {
    return undefined;
  }
}

function endOfRedirect(response: Response, askedUrl: string): string | null {
  const pointsElsewhere = response.status >= 300 && response.status < 400;
  const location = pointsElsewhere ? response.headers.get('location') : null;
  const end = response.redirected ? response.url : location;
  const url = end === null ? null : URL.parse(end, askedUrl);
  if (url === null) return null;
  return url.pathname.length > LONGEST_PATH ? url.origin : url.origin + url.pathname;
}

async function readBody(response: Response): Promise<string | null> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > LARGEST_BODY_BYTES) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}
