import { onTestFinished } from 'vitest';

/**
 * Replaces a global until the end of the test. `vi.stubGlobal` needs `vi.unstubAllGlobals`, which also
 * removes WXT's stubs of `browser` and `chrome`.
 */
export function replaceGlobal(name: string, value: unknown): void {
  const original = Object.getOwnPropertyDescriptor(globalThis, name);
  onTestFinished(() => {
    if (original) Object.defineProperty(globalThis, name, original);
    else Reflect.deleteProperty(globalThis, name);
  });
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
