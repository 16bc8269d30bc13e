/** How many histories a property plays: the same each time, unless SEED chooses others. */
export const HISTORIES = Number(process.env.HISTORIES ?? 100);
export const SEED = { seed: Number(process.env.SEED ?? 1) };
/** `npm run endurance` plays 10,000. */
export const TIMEOUT = { timeout: 1_800_000 };
