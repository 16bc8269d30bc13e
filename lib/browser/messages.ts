import { browser } from 'wxt/browser';

/** An interface whose methods have JSON arguments and results. */
type Callable<T> = { [Name in keyof T]: (...args: never[]) => Promise<unknown> };

interface CallMessage {
  call: string;
  args: unknown[];
}

/** `crashed`: the method has rejected. */
type Reply = { answer: unknown } | { crashed: true };

/** Call synchronously when the worker starts. A later call misses the first message. */
export function serve<T extends Callable<T>>(api: T): void {
  // Both the polyfill and every native `browser` support a reply by callback.
  browser.runtime.onMessage.addListener(((
    message: unknown,
    sender: { id?: string; url?: string },
    respond: (reply: Reply) => void,
  ) => {
    if (!isExtensionPage(sender) || !isCall(message) || !Object.hasOwn(api, message.call))
      return false;
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
 * Returns an object whose methods call the served object. A method rejects if the served method
 * rejects, or if the browser stops the worker before the reply.
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

/** Tests the URL, because content scripts also have the id of the extension. */
function isExtensionPage({ id, url }: { id?: string; url?: string }): boolean {
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
