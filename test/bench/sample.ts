/** What many runs of one measurement gave, in one unit. */
export interface Sample {
  runs: number;
  median: number;
  /** The range that holds the middle half. */
  quartiles: [low: number, high: number];
  lowest: number;
  highest: number;
  /** As they were taken, one after the other. */
  values: readonly number[];
}

/** Sums up the values of at least one run. */
export function sampleOf(values: readonly number[]): Sample {
  const sorted = [...values].sort((one, other) => one - other);
  /** Between two values where the share falls there. */
  const at = (share: number) => {
    const place = share * (sorted.length - 1);
    const low = sorted[Math.floor(place)] ?? Number.NaN;
    const high = sorted[Math.ceil(place)] ?? Number.NaN;
    return low + (high - low) * (place % 1);
  };
  return {
    runs: sorted.length,
    median: at(0.5),
    quartiles: [at(0.25), at(0.75)],
    lowest: at(0),
    highest: at(1),
    values,
  };
}

/**
 * Takes two measurements in turns, so that whatever else the machine does meets both, and changes
 * which comes first from run to run. The first runs of both only warm up.
 */
export async function alternate<Ours, Other>(
  runs: number,
  ours: (run: number) => Promise<Ours>,
  yardstick: (run: number) => Promise<Other>,
  warmUps = 2,
): Promise<{ ours: Ours[]; yardstick: Other[] }> {
  const values = { ours: [] as Ours[], yardstick: [] as Other[] };
  const takeOurs = async (run: number) => keep(run, values.ours, await ours(run));
  const takeOther = async (run: number) => keep(run, values.yardstick, await yardstick(run));
  for (let run = -warmUps; run < runs; run += 1) {
    const [first, second] = run % 2 === 0 ? [takeOurs, takeOther] : [takeOther, takeOurs];
    await first(run);
    await second(run);
  }
  return values;
}

function keep<Value>(run: number, values: Value[], value: Value): void {
  if (run >= 0) values.push(value);
}
