import { signal } from '@preact/signals';

/** The marks of a table without stars and tickets. */
export const NO_MARKS = { starred: signal(new Set<string>()), handedOver: signal(new Map()) };
