import { signal } from '@preact/signals';

/** What a table knows where nothing was starred or handed over. */
export const NO_MARKS = { starred: signal(new Set<string>()), handedOver: signal(new Map()) };
