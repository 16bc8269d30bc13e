import { signal } from '@preact/signals';

/** Whether the popup's first frame is on the screen, so that what nobody sees in it can follow. */
export const isFirstFrameShown = signal(false);

/** More rows than a popup has room for. */
export const ROWS_IN_FIRST_FRAME = 10;

/** Where no frame comes, nothing is kept waiting. */
const LATEST_FRAME_MS = 300;

/**
 * Resolves when the first frame is on the screen, or soon where the page is not shown and has none.
 * The browser makes it in several steps, which must not wait for what comes later.
 */
export async function firstFrame(): Promise<void> {
  await new Promise<void>((resolve) => {
    new PerformanceObserver(() => setTimeout(resolve)).observe({ type: 'paint', buffered: true });
    setTimeout(resolve, LATEST_FRAME_MS);
  });
  isFirstFrameShown.value = true;
}
