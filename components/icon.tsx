/** Outlines on a 24-pixel grid, drawn with the text's colour. */
const OUTLINES = {
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  dice: 'M5 5h14v14H5zM9 9h.01M15 15h.01M15 9h.01M9 15h.01M12 12h.01',
  gear: 'M4 7h9m5 0h2M4 17h2m5 0h9M15.5 7a2.5 2.5 0 1 0 5-.001 2.5 2.5 0 1 0-5 .001M6 17a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0',
  lock: 'M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3',
  key: 'M9 15a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0M8 12.5 18 3m-4 4 3 3',
  globe:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c5 5.5 5 12.5 0 18M12 3c-5 5.5-5 12.5 0 18',
  refresh: 'M19 12a7 7 0 1 1-2-5l2 2m0-5v5h-5',
  passed: 'M5 13l4 4 10-10',
  failed: 'M6 6l12 12M18 6L6 18',
  running: 'M12 4a8 8 0 1 1-8 8',
  waiting: 'M12 12h.01',
} as const;

export type IconName = keyof typeof OUTLINES;

/** A picture beside words or inside a named button; never the only carrier of a meaning. */
export function Icon({ name, flips = false }: { name: IconName; flips?: boolean }) {
  return (
    <svg class={flips ? 'icon icon-flips' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={OUTLINES[name]} />
    </svg>
  );
}
