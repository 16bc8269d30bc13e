import fc from 'fast-check';
import { it } from 'vitest';
import { reduce } from '@/lib/jobs/reduce';
import { anyHistory, backoffs, edits, lostCreations, pauses, takenBack } from './histories';
import { play } from './play';

it('covers', { timeout: 600_000 }, () => {
  const N = Number(process.env.SCENARIOS ?? 1000);
  for (const [name, arbitrary] of Object.entries({
    anyHistory,
    backoffs,
    edits,
    lostCreations,
    pauses,
    takenBack,
  })) {
    const counts: Record<string, number> = {};
    const add = (key: string, by = 1) => {
      counts[key] = (counts[key] ?? 0) + by;
    };
    const counting: typeof reduce = (state, event, moment) => {
      const next = reduce(state, event, moment);
      add('event ' + event.type);
      for (const c of next.commands)
        add('command ' + c.kind + (c.kind === 'reply' ? ' ' + c.reply.kind : ''));
      if (state.service.backoff === null && next.state.service.backoff !== null)
        add('backoff ' + next.state.service.backoff.failure.code);
      for (const c of next.commands) {
        if (c.kind !== 'publish') continue;
        for (const f of c.changes.finished)
          add(
            `end ${f.operation.subject.kind} ${f.operation.status.name}${f.operation.isTakenBack ? ' taken back' : ''}${(f.operation.status as any).mayExist ? ' may exist' : ''}`,
          );
        for (const f of c.changes.needingAttention)
          add(`attention ${f.operation.subject.kind} ${(f.operation.status as any).reason}`);
      }
      for (const [id, job] of next.state.jobs) {
        const was = state.jobs.get(id)?.header.pauseReason;
        if (job.header.pauseReason && !was) add('pause ' + job.header.pauseReason.code);
      }
      if (event.type === 'lookedUp' && event.lists?.newest) add('deciding lookups');
      for (const r of next.state.requests.values())
        if (
          r.entry.operation.attempts > 0 &&
          !state.requests.has(r.entry.job.id + '-' + r.entry.index)
        )
          add('repeated ' + r.entry.operation.subject.kind);
      return next;
    };
    let steps = 0;
    fc.check(
      fc.property(arbitrary, (h) => {
        steps += h.steps.length;
        play(h, { reduce: counting });
      }),
      { numRuns: N, seed: 7 },
    );
    console.info(
      name,
      'steps',
      steps / N,
      Object.entries(counts)
        .sort()
        .map(([k, v]) => `${k}: ${(v / N).toFixed(3)}`)
        .join('\n'),
    );
  }
});
