import { signal } from '@preact/signals';

export const NO_MARKS = {
  starred: signal(new Set<string>()),
  handedOver: signal(new Map()),
  lastSummaries: signal(new Map()),
};
