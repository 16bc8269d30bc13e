import type { PublishedHeadline } from '@/lib/shared-state/shared-items';

export const NOINDEX: PublishedHeadline = {
  client: 'nordlicht.example',
  check: 'noindex',
  importance: 'high',
  pages: 14,
  closedAt: null,
  inputs: '',
};

/** A ticket that was closed on November 12 of this year, and fails again. */
export const FAILING_AGAIN: PublishedHeadline = {
  ...NOINDEX,
  check: 'title',
  pages: 3,
  closedAt: new Date(new Date().getFullYear(), 10, 12, 9).toISOString(),
};
