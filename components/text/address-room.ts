import type { AddressRoom } from './short-address';

/** What two ellipses are wider than other letters, in pixels. */
const ELLIPSES = 12;
const LETTERS = 'example.com/a-page-of-some-length?and=its-query&id=4QW7';

/**
 * Measures about how much of an address fits into so many pixels.
 * @param element has the font
 */
export function addressRoom(width: number, element: Element): AddressRoom {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return { room: LETTERS.length };
  const { font } = getComputedStyle(element);
  context.font = font;
  const letter = context.measureText(LETTERS).width / LETTERS.length;
  const room = Math.floor((width - ELLIPSES) / letter);
  context.font = `600 ${font}`;
  return { room, hostRoom: (host) => context.measureText(host).width / letter };
}
