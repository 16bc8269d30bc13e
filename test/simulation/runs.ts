/** Number of scenarios of each property. With the same SEED, the scenarios are the same. */
export const SCENARIOS = Number(process.env.SCENARIOS ?? 100);
export const SEED = { seed: Number(process.env.SEED ?? 1) };
/** Enough for the 10,000 scenarios of `npm run endurance`. */
export const TIMEOUT = { timeout: 1_800_000 };
