import { computed, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

type LaterParts = typeof import('./later-parts');

const loaded = signal<LaterParts | 'missing' | null>(null);

/** Whether the parts that come later can be shown. */
export const areLaterPartsHere = computed(() => isHere(loaded.value));

/** Whether they cannot be had, so that the popup is not whole. */
export const areLaterPartsMissing = computed(() => loaded.value === 'missing');

/**
 * Fetches the parts that no ordinary popup shows at first, once that is painted; before it, where
 * they are to be seen at once. Never rejects.
 */
export async function loadLaterParts(): Promise<void> {
  try {
    // Publishing waits for its check; what is fetched now is there by then.
    const [parts] = await Promise.all([
      import('./later-parts'),
      import('@/lib/model/publishing-risk'),
    ]);
    loaded.value = parts;
  } catch {
    loaded.value = 'missing';
  }
}

/** Shows parts that come later, as soon as they are here. */
export function Later({ children }: { children: (parts: LaterParts) => ComponentChildren }) {
  return isHere(loaded.value) ? children(loaded.value) : null;
}

function isHere(parts: LaterParts | 'missing' | null): parts is LaterParts {
  return parts !== null && parts !== 'missing';
}
