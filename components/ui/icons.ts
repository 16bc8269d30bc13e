/** SVG paths for a view box of 24 pixels and strokes of two pixels. */
export const ICONS = {
  attention: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7.5v5.5m0 3.5v.01',
  back: 'M15 5l-7 7 7 7',
  busy: 'M12 3a9 9 0 1 0 9 9',
  circle: 'M7 12a5 5 0 1 0 10 0 5 5 0 1 0-10 0',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7.5V12l3 2',
  copy: 'M9 5H6v15h12V5h-3M9 3.5h6V7H9z',
  cross: 'M6 6l12 12M18 6L6 18',
  die: 'M5 5h14v14H5zM9 9h.01M15 15h.01M15 9h.01M9 15h.01M12 12h.01',
  down: 'M6 9l6 6 6-6',
  funnel: 'M4 5h16l-6 7.5V19l-4-2v-4.5z',
  globe:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c5 5.5 5 12.5 0 18M12 3c-5 5.5-5 12.5 0 18',
  key: 'M9 15a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0M8 12.5 18 3m-4 4 3 3',
  lock: 'M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3',
  loupe: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5 21 21',
  minus: 'M5 12h14',
  more: 'M4.5 12a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0m7 0a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0m7 0a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0',
  panel: 'M4 5h16v14H4zM14 5v14',
  refresh: 'M19 12a7 7 0 1 1-2-5l2 2m0-5v5h-5',
  sheets: 'M8 3h12v12H8zM16 19H4V7M11.5 7h5m-5 4h5',
  shield: 'M12 3l7 3v5c0 4.5-2.8 8-7 10-4.2-2-7-5.5-7-10V6zM9 12l2 2 4-4',
  sliders:
    'M4 7h9m5 0h2M4 17h2m5 0h9M15.5 7a2.5 2.5 0 1 0 5-.001 2.5 2.5 0 1 0-5 .001M6 17a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0',
  star: 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9-4.3-4.1 5.9-.8z',
  tab: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  tick: 'M4.5 13l4.5 4.5L19.5 7',
  up: 'M6 15l6-6 6 6',
} as const;

export type IconName = keyof typeof ICONS;

/** The icons that are mirrored in right-to-left languages. */
export const FLIPPED_ICONS: readonly IconName[] = ['back', 'panel', 'tab'];
