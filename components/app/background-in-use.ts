import type { ReadonlySignal } from '@preact/signals';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Failure } from '@/lib/failure';
import { hasFailed, type Result } from '@/lib/result';

/** The calls of presses that store something or send a request. All other calls are reads. */
const CALLS_OF_PRESSES: ReadonlySet<PropertyKey> = new Set<keyof BackgroundApi>([
  'changeMarks',
  'createJob',
  'readSitemap',
  'retryNow',
  'stopReading',
  'updateJob',
]);

const NOT_CONNECTED: { failure: Failure } = { failure: { code: 'notConnected' } };

type Call = (...args: unknown[]) => Promise<Result<unknown>>;

/**
 * Returns a `BackgroundApi` for an extension page that stays with one connection. While this connection
 * is not in use, no call reaches the worker. Reads wait until the connection is used again. Calls of
 * presses fail with `notConnected`.
 */
export function backgroundInUse(
  background: BackgroundApi,
  isInUse: ReadonlySignal<boolean>,
): BackgroundApi {
  /** Repeats a read that fails because another connection has been put in use. */
  async function read(call: () => Promise<Result<unknown>>): Promise<Result<unknown>> {
    await untilTrue(isInUse);
    const result = await call();
    return hasFailed(result) && !isInUse.value ? read(call) : result;
  }

  return new Proxy(background, {
    get(target, name): Call {
      const call: Call = (...args) => Reflect.get(target, name)(...args);
      if (!CALLS_OF_PRESSES.has(name)) return (...args) => read(() => call(...args));
      return async (...args) => (isInUse.value ? call(...args) : NOT_CONNECTED);
    },
  });
}

async function untilTrue(condition: ReadonlySignal<boolean>): Promise<void> {
  if (condition.value) return;
  let end = () => {};
  await new Promise<void>((resolve) => {
    end = condition.subscribe((isTrue) => {
      if (isTrue) resolve();
    });
  });
  end();
}
