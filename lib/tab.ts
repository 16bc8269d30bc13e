/** A tab of the browser. */
export interface Tab {
  id: number | undefined;
  /**
   * Undefined where the browser does not tell: its own pages, mostly. One that is too long is cut to
   * a character more than may be reported.
   */
  url: string | undefined;
  /** Whether its window is a private one, or may be: where the browser does not tell. */
  isPrivate: boolean;
}
