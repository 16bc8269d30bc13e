/** Number of scenarios for each property. */
export const SCENARIOS = Number(process.env.SCENARIOS ?? 30);
/** The option of fast-check that determines the random scenarios. */
export const SEED = { seed: Number(process.env.SEED ?? 1) };
/** Enough time for the 10,000 scenarios of `npm run endurance`. */
export const TIMEOUT = { timeout: 1_800_000 };
