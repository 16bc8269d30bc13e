import { builtinEnvironments, type Environment } from 'vitest/runtime';

/** Reports a paint at once: happy-dom paints nothing, so Node's own observer would never report one. */
class PaintObserver {
  #report: () => void;
  #immediate: NodeJS.Immediate | undefined;

  constructor(report: () => void) {
    this.#report = report;
  }

  observe(): void {
    this.#immediate = setImmediate(this.#report);
  }

  disconnect(): void {
    clearImmediate(this.#immediate);
  }
}

/**
 * The window of happy-dom with Node's own `fetch`. The `fetch` of happy-dom applies CORS, which does not
 * limit an extension with host permissions.
 */
// biome-ignore lint/style/noDefaultExport: Vitest loads an environment by its default export.
export default {
  ...builtinEnvironments['happy-dom'],
  name: 'page',
  async setup(global, options) {
    const { fetch, Request, Response, Headers, AbortController, AbortSignal } = global;
    const environment = await builtinEnvironments['happy-dom'].setup(global, options);
    Object.assign(global, { fetch, Request, Response, Headers, AbortController, AbortSignal });
    Object.assign(global, { PerformanceObserver: PaintObserver });
    return environment;
  },
} satisfies Environment;
