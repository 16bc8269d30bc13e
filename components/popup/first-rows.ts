/** More rows than a popup has room for above its fold: the others come after the first frame. */
export const ROWS_IN_FIRST_FRAME = 6;
