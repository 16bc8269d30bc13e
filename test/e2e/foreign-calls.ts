/** `chrome.runtime`, as far as it sends. */
export type Messaging = Record<'sendMessage', (...sent: unknown[]) => Promise<unknown>> & {
  connect(...to: unknown[]): {
    onMessage: { addListener(listen: (message: unknown) => void): void };
    onDisconnect: { addListener(listen: () => void): void };
    postMessage(message: unknown): void;
  };
};

declare const chrome: { runtime?: Messaging } | undefined;

const list = { search: '', project: '', result: null, sortBy: 'id', sort: 'desc', perPage: 10 };

/** What a page of our own would get an answer to. */
export const CALLS = [
  { call: 'list', args: [list] },
  { call: 'account', args: [] },
  { call: 'disconnect', args: [] },
];

/**
 * Sends each call as a message and over a port, and gives what came back: nothing, one hopes. Runs in
 * a page: an empty list where it has nobody to send to.
 *
 * @param to the extension, by the name that messages are sent to
 */
export function sendAll(to: string, messages: object[]): Promise<unknown[]> {
  const runtime = typeof chrome === 'undefined' ? undefined : chrome.runtime;
  if (runtime?.sendMessage === undefined) return Promise.resolve([]);
  const answers = messages.map((message) =>
    runtime.sendMessage(to, message).then(
      (answer) => answer ?? null,
      () => null,
    ),
  );
  const port = new Promise<unknown>((resolve) => {
    const opened = runtime.connect(to);
    opened.onMessage.addListener(resolve);
    opened.onDisconnect.addListener(() => resolve(null));
    for (const message of messages) opened.postMessage(message);
  });
  return Promise.all([...answers, port]);
}
