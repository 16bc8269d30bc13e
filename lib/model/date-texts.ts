/**
 * Dates as they were last written out for a reader. A browser takes a whole frame to make a
 * process's first date format, which a popup then does without.
 */
export interface DateTexts {
  /** The reader's language and time zone; for others the texts are worth nothing. */
  reader: string;
  texts: Record<string, string>;
}
