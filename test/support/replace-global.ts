import { onTestFinished } from 'vitest';

/**
 * Replaces a global until the end of the test. `vi.unstubAllGlobals()` would also remove `browser` and
 * `chrome`, which WXT stubs.
 */
export function replaceGlobal(name: string, value: unknown): void {
  const original = Object.getOwnPropertyDescriptor(globalThis, name);
  onTestFinished(() => {
    if (original) Object.defineProperty(globalThis, name, original);
    else Reflect.deleteProperty(globalThis, name);
  });
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
