import type { ReadonlySignal } from '@preact/signals';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Failure } from '@/lib/failure';
import { hasFailed, type Result } from '@/lib/result';

/** The calls that store something or send a request for a press. */
const PRESSED: ReadonlySet<PropertyKey> = new Set<keyof BackgroundApi>([
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
 * Returns the background for an extension page that stays with a connection. While this connection is
 * not in use, the page calls nothing: reads wait until the connection is used again, and calls for
 * presses fail with `notConnected`.
 */
export function backgroundInUse(
  background: BackgroundApi,
  isInUse: ReadonlySignal<boolean>,
): BackgroundApi {
  /** A read that a change of the connection has aborted is repeated. */
  async function read(call: () => Promise<Result<unknown>>): Promise<Result<unknown>> {
    await untilTrue(isInUse);
    const result = await call();
    return hasFailed(result) && !isInUse.value ? read(call) : result;
  }

  return new Proxy(background, {
    get(target, name): Call {
      const call: Call = (...args) => Reflect.get(target, name)(...args);
      if (!PRESSED.has(name)) return (...args) => read(() => call(...args));
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
