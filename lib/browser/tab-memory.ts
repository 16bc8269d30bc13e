import { Keeping } from '@/lib/private-windows';

/** What this tab remembers through reloads; browsers may write it to disk, so it tells no address. */
export const tabMemory = {
  /** How what the tab asks for is kept; null where that was never remembered. */
  keeping(): Keeping | null {
    return Keeping.safeParse((history.state as { keeping?: unknown } | null)?.keeping).data ?? null;
  },
  remember(keeping: Keeping): void {
    history.replaceState({ keeping }, '');
  },
};
