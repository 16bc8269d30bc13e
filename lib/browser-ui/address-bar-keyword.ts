/**
 * The word that begins a search for reports in the browser's address bar. Not a usual word of web
 * searches, because the browser passes every text that begins with this word to the extension.
 */
export const ADDRESS_BAR_KEYWORD = 'seor';
