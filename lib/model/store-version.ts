/** Where the version of the store stands in it. */
export const STORE_VERSION_KEY = 'store-version';

/** The version of the store that this code reads and writes; see the migrations. */
export const STORE_VERSION = 1;
