import { until } from '../browser/condition';
import { connectAtOnce } from '../e2e/scene';
import { failures } from '../service/failure';
import { type Service, startService } from '../service/service';
import type { BenchStage } from './bench-stage';
import { type Figure, figureOf } from './figure';
import { storedKey, readKept, writeKept } from './kept';
import { openSender, type Sender } from './sender';

const COUNTS = [10, 100, 1_000, 10_000] as const;
/** As many items as one write takes without a pause. */
const WRITTEN_AT_ONCE = 1_000;
/** Measured before the queue is filled anew. */
const RUNS_A_FILLING = 5;
/** Flat: ten thousand may cost at most so many times what ten cost. */
const FLAT = 1.3;
const FULL = {
  ...failures.tooManyRequests,
  retryAfter: { seconds: 3_000, as: 'seconds' },
} as const;

/** What a submission costs while others wait before it. */
export async function measureWaiting(bench: BenchStage): Promise<Figure[]> {
  const times = COUNTS.map(() => ({ stored: [] as number[], sent: [] as number[] }));
  // In turns, so that whatever else the machine does meets them all.
  for (let run = 0; run < bench.runs; run += RUNS_A_FILLING) {
    for (const [at, count] of COUNTS.entries()) {
      const { stored, sent } = await oneFilling(bench, count);
      times[at]?.stored.push(...stored);
      times[at]?.sent.push(...sent);
    }
  }
  await connectAtOnce(bench.stage, bench.service);
  const stored = times.map((one) => one.stored);
  const sent = times.map((one) => one.sent);
  return [
    ...growing('Create to stored reply, queue paused', stored),
    ...growing('One submission through the running queue', sent),
  ];
}

function growing(what: string, times: readonly (readonly number[])[]): Figure[] {
  return COUNTS.map((count, at) =>
    figureOf(
      `${what}, ${count} waiting`,
      'ms',
      times[at] ?? [],
      at === 0 ? null : [`${COUNTS[0]} waiting`, times[0] ?? []],
      at === 0 ? null : { atMostTimes: FLAT },
    ),
  );
}

/** Fills a queue that is paused, adds to it, and lets some of it go out. */
async function oneFilling(
  { stage, sleep }: BenchStage,
  count: number,
): Promise<{ stored: number[]; sent: number[] }> {
  const service = await startService({ sampleReports: false });
  await connectAtOnce(stage, service);
  const sender = await openSender(stage.browser, stage.extensionId);
  try {
    service.behave({ on: { method: 'POST' }, fail: FULL });
    await create(sender, 'first');
    await sleep(stage.extensionId);
    await multiply({ stage }, count);
    // The first message has the worker read them all.
    await create(sender, 'warm-up');
    const stored: number[] = [];
    for (let run = 0; run < RUNS_A_FILLING; run += 1) {
      stored.push(await create(sender, `stored-${run}`));
    }
    return { stored, sent: await letSomeOut(service, sender) };
  } finally {
    await sender.send({ call: 'disconnect', args: [true] });
    await sender.close();
    await service.close();
  }
}

/** Milliseconds until the background has stored a submission and said that it waits. */
async function create(sender: Sender, id: string): Promise<number> {
  const draft = { url: `https://waiting.example/${id}`, privacy: 1 };
  const { time, answer } = await sender.timeOf({ call: 'create', args: [id, draft, false] });
  if (!JSON.stringify(answer)?.includes('"kept"')) {
    throw new Error(`A submission was not kept: ${JSON.stringify(answer)}`);
  }
  return time;
}

/** Copies the one stored submission until there are so many. */
async function multiply({ stage }: Pick<BenchStage, 'stage'>, count: number): Promise<void> {
  const prefix = await storedKey(stage, 'submission/');
  const [one] = Object.entries(await readKept(stage)).filter(([key]) => key.startsWith(prefix));
  if (one === undefined) throw new Error('No submission is stored.');
  const like = one[1] as { order: number };
  const copies = Array.from({ length: count - 1 }, (_, number) => {
    const id = `copy-${number}`;
    const url = `https://site-${number}.example/`;
    return [prefix + id, { ...like, id, url, order: like.order + 1 + number }];
  });
  for (let at = 0; at < copies.length; at += WRITTEN_AT_ONCE) {
    await writeKept(stage, Object.fromEntries(copies.slice(at, at + WRITTEN_AT_ONCE)));
  }
}

/** Lets so many out; the milliseconds that each took, two at a time. */
async function letSomeOut(service: Service, sender: Sender): Promise<number[]> {
  // The first went alone, to find out whether the pause was over; two more are needed at the end.
  const some = RUNS_A_FILLING + 4;
  const before = service.requests.length;
  service.behave([
    { on: { method: 'POST' }, times: some },
    { on: { method: 'POST' }, fail: FULL },
  ]);
  await sender.send({ call: 'retryNow', args: [] });
  const posts = () => service.requests.slice(before).filter(({ method }) => method === 'POST');
  await until('the queue goes on', () => posts().length >= some, 60_000);
  const arrivals = posts()
    .slice(0, some)
    .map(({ arrivedAt }) => arrivedAt);
  return arrivals.slice(2, -2).map((time, at) => ((arrivals[at + 4] ?? time) - time) / 2);
}
