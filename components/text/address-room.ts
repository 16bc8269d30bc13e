/** What two ellipses are wider than other letters, in pixels. */
const ELLIPSES = 12;
const LETTERS = 'www.example.com/a-page-of-some-length?and=its-query';

/**
 * About how many letters of an address fit into so many pixels, and of how many a host has the width,
 * as `shortAddresses` takes them.
 */
export function addressRoom(width: number) {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return { room: LETTERS.length };
  const { font } = getComputedStyle(document.body);
  context.font = font;
  const letter = context.measureText(LETTERS).width / LETTERS.length;
  const room = Math.floor((width - ELLIPSES) / letter);
  context.font = `600 ${font}`;
  return { room, hostRoom: (host: string) => context.measureText(host).width / letter };
}
