import { browser } from 'wxt/browser';

/** An object whose methods can be called across contexts: arguments and answers are JSON. */
type Callable<T> = { [Name in keyof T]: (...args: never[]) => Promise<unknown> };

interface CallMessage {
  call: string;
  args: unknown[];
}

/** What crosses back; `undefined` does not survive JSON, so a crash has a shape of its own. */
type Reply = { answer: unknown } | { crashed: true };

/**
 * Lets this extension's own pages call the object's methods. Call it synchronously when the worker
 * starts, or the message that woke it finds nobody.
 */
export function serve<T extends Callable<T>>(api: T): void {
  // Answering by callback works alike with the polyfill and with every native `browser`.
  browser.runtime.onMessage.addListener(((
    message: unknown,
    sender: { id?: string; url?: string },
    respond: (reply: Reply) => void,
  ) => {
    if (!isOwnPage(sender) || !isCall(message) || !Object.hasOwn(api, message.call)) return false;
    const method: (...args: unknown[]) => Promise<unknown> = Reflect.get(
      api as object,
      message.call,
    );
    method(...message.args).then(
      (answer) => respond({ answer }),
      () => respond({ crashed: true }),
    );
    return true;
  }) as Parameters<typeof browser.runtime.onMessage.addListener>[0]);
}

/**
 * The served object, as a page calls it. A call rejects when the background was stopped before it
 * could answer, or failed in a way it does not know.
 */
export function remote<T extends Callable<T>>(): T {
  return new Proxy({} as T, {
    get:
      (_, call: string) =>
      async (...args: unknown[]) => {
        const message: CallMessage = { call, args };
        const reply: Reply | undefined = await browser.runtime.sendMessage(message);
        if (reply === undefined || 'crashed' in reply) throw new Error('No answer from background');
        return reply.answer;
      },
  });
}

/** Content scripts share the extension's id, yet their URL is the web page's. */
function isOwnPage({ id, url }: { id?: string; url?: string }): boolean {
  return id === browser.runtime.id && url?.startsWith(browser.runtime.getURL('/')) === true;
}

function isCall(message: unknown): message is CallMessage {
  return (
    typeof message === 'object' &&
    message !== null &&
    'call' in message &&
    typeof message.call === 'string' &&
    'args' in message &&
    Array.isArray(message.args)
  );
}
