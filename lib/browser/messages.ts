import { browser } from 'wxt/browser';

/** An object whose methods other contexts can call. Arguments and replies are JSON. */
type Callable<T> = { [Name in keyof T]: (...args: never[]) => Promise<unknown> };

interface CallMessage {
  call: string;
  args: unknown[];
}

/** The reply to a call. `crashed` means that the method has rejected. */
type Reply = { answer: unknown } | { crashed: true };

/**
 * Lets extension pages call the object's methods. Call it synchronously when the worker starts, or
 * the message that has started the worker is lost.
 */
export function serve<T extends Callable<T>>(api: T): void {
  // A reply by callback works with the polyfill and with every native `browser`.
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
 * Returns the object that the background serves. A call rejects if the worker was stopped before
 * its reply, or if the method has rejected.
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

/** Checks the URL as well, because content scripts have the id of the extension. */
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
