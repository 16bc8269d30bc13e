import { until } from '../browser/condition';
import { connectAtOnce } from '../e2e/scene';
import { failures } from '../service/failure';
import { type Service, startService } from '../service/service';
import type { BenchStage } from './bench-stage';
import { type Figure, figureOf } from './figure';
import { keptKey, readKept, writeKept } from './kept';
import { openSender, type Sender } from './sender';

const COUNTS = [10, 100, 1_000, 10_000] as const;
/** As many items as one write takes without a pause. */
const WRITTEN_AT_ONCE = 1_000;
/** Flat: ten thousand may cost at most so many times what ten cost. */
const FLAT = 1.3;
const FULL = {
  ...failures.tooManyRequests,
  retryAfter: { seconds: 3_000, as: 'seconds' },
} as const;

/** What a submission costs while others wait before it. */
export async function measureWaiting(bench: BenchStage): Promise<Figure[]> {
  const stored: number[][] = [];
  const sent: number[][] = [];
  for (const count of COUNTS) {
    const times = { stored: [] as number[], sent: [] as number[] };
    while (times.sent.length < bench.runs) await oneFilling(bench, count, times);
    stored.push(times.stored);
    sent.push(times.sent);
  }
  await connectAtOnce(bench.stage, bench.service);
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
  { stage, sleep, runs }: BenchStage,
  count: number,
  times: { stored: number[]; sent: number[] },
): Promise<void> {
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
    for (let run = 0; run < runs && times.stored.length < runs; run += 1) {
      times.stored.push(await create(sender, `stored-${run}`));
    }
    times.sent.push(...(await letSomeOut(service, sender, Math.min(count, runs + 4))));
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
  const prefix = await keptKey(stage, 'submission/');
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
async function letSomeOut(service: Service, sender: Sender, some: number): Promise<number[]> {
  const before = service.requests.length;
  service.behave([
    { on: { method: 'POST' }, times: some },
    { on: { method: 'POST' }, fail: FULL },
  ]);
  await sender.send({ call: 'hurry', args: [] });
  const posts = () => service.requests.slice(before).filter(({ method }) => method === 'POST');
  await until('the queue goes on', () => posts().length >= some, 60_000);
  const arrivals = posts()
    .slice(0, some)
    .map(({ arrivedAt }) => arrivedAt);
  // The first went alone, to find out whether the pause was over.
  return arrivals.slice(2, -2).map((time, at) => ((arrivals[at + 4] ?? time) - time) / 2);
}
