import { type Sample, sampleOf } from './sample';

/** One row of the table. */
export interface Figure {
  what: string;
  unit: 'ms' | 'kB' | 'MB';
  ours: Sample;
  /** The same thing done with as little as possible, in the same run. */
  yardstick: { name: string; sample: Sample } | null;
  /** What is to be reached, and whether it was; null where nothing was promised. */
  target: { text: string; isReached: boolean } | null;
}

/** The yardstick's name, and what it gave. */
export type Yardstick = [name: string, values: readonly number[]];

/** A target in comparison: at most so much more, or so many times the yardstick's median. */
export type Target = { atMostMore: number } | { atMostTimes: number } | { atMost: number };

/** Makes a figure of what the runs gave. */
export function figureOf(
  what: string,
  unit: Figure['unit'],
  values: readonly number[],
  yardstick: Yardstick | null = null,
  target: Target | null = null,
): Figure {
  const ours = sampleOf(values);
  const other = yardstick && { name: yardstick[0], sample: sampleOf(yardstick[1]) };
  const base = other?.sample.median ?? 0;
  return { what, unit, ours, yardstick: other, target: target && judge(target, ours.median, base) };

  function judge(wanted: Target, median: number, than: number): Figure['target'] {
    if ('atMost' in wanted) {
      return { text: `at most ${wanted.atMost} ${unit}`, isReached: median <= wanted.atMost };
    }
    if ('atMostMore' in wanted) {
      const { atMostMore } = wanted;
      return { text: `at most ${atMostMore} ${unit} more`, isReached: median - than <= atMostMore };
    }
    const { atMostTimes } = wanted;
    return { text: `at most × ${atMostTimes}`, isReached: median <= than * atMostTimes };
  }
}

/** The figures as a Markdown table. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, unit, ours, yardstick, target }) => [
    what,
    cell(ours, unit),
    yardstick ? `${yardstick.name}: ${cell(yardstick.sample, unit)}` : '',
    yardstick ? comparison(ours.median, yardstick.sample.median, unit) : '',
    target ? `${target.text}: ${target.isReached ? 'yes' : '**no**'}` : '',
  ]);
  const head = ['what', 'median (middle half; runs)', 'yardstick', 'difference', 'target'];
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function cell({ runs, median, quartiles: [low, high] }: Sample, unit: string): string {
  if (runs === 1) return `${short(median)} ${unit}`;
  return `${short(median)} ${unit} (${short(low)} to ${short(high)}; ${runs})`;
}

function comparison(ours: number, other: number, unit: string): string {
  const more = ours - other;
  const size = short(Math.abs(more));
  const difference = `${more < 0 && Number(size) > 0 ? '−' : '+'}${size} ${unit}`;
  // What is next to nothing gives no telling factor.
  return Number(short(other)) > 0 ? `${difference}, × ${(ours / other).toFixed(2)}` : difference;
}

function short(value: number): string {
  const size = Math.abs(value);
  // Without the minus of a nought.
  return value.toFixed(size < 100 ? (size < 10 ? 2 : 1) : 0).replace(/^-(?=[0.]+$)/, '');
}
