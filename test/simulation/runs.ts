/** Number of histories of each property. They are the same each time, unless SEED is set. */
export const HISTORIES = Number(process.env.HISTORIES ?? 100);
export const SEED = { seed: Number(process.env.SEED ?? 1) };
/** Enough for the 10,000 histories of `npm run endurance`. */
export const TIMEOUT = { timeout: 1_800_000 };
