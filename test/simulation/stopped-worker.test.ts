import { expect, it } from 'vitest';
import { Operation } from '@/lib/jobs/types';
import type { Browser, StorageFault } from './browser';
import { urlOf } from './scenario';
import { RESTART_BROWSER, requestTimes, STOP_WORKER, scenario } from './scenario-builder';
import { writtenValues } from './worker-lifetime';

it('a creation is sent once if the worker is stopped while its request is in flight', async () => {
  const { simulation } = await scenario()
    .create()
    .planOutcome({ kind: 'answers', answerAfter: 20 })
    .wait(5)
    .step(STOP_WORKER)
    .run();
  expect(requestTimes(simulation, 'create')).toHaveLength(1);
});

it('a creation is sent without another press if the worker stops just after it has stored the creation', async () => {
  let browser: Browser | undefined;
  let hasStopped = false;
  const isOperation = (value: unknown) => Operation.safeParse(value).success;
  const fault: StorageFault = {
    ignores(call) {
      if (!hasStopped && writtenValues(call).flat().some(isOperation)) {
        hasStopped = true;
        browser?.stop('worker', 0);
      }
      return false;
    },
  };
  await scenario({}, { fault })
    .check((simulation) => {
      browser = simulation.browser;
    })
    .create({ repeatsUnansweredCall: false })
    .wait(200)
    .check((simulation) => expect(requestTimes(simulation, 'create')).toHaveLength(1))
    .run();
});

it('a stored creation is not refused if the worker stops while the person disconnects', async () => {
  await scenario()
    .step({ ...STOP_WORKER, afterStorageCalls: 3 })
    .create({ repeatsUnansweredCall: false })
    .step({ do: 'disconnect', dropsOpenJobs: false })
    .wait(0.5)
    .check(({ person }) => expect(person.requested[0]?.isStored).not.toBe(false))
    .cancel()
    .run();
});

it('a failed creation is sent again, even if the worker stops again just after its start', async () => {
  await scenario()
    .create()
    .planOutcome({ kind: 'says 503', retryAfter: 60 })
    .wait(10)
    .step(STOP_WORKER)
    .step({ ...STOP_WORKER, afterStorageCalls: 1 })
    .wait(300)
    .check((simulation) => expect(requestTimes(simulation, 'create')).toHaveLength(2))
    .run();
});

it('creations are sent in the order of requests after a restart of the worker', async () => {
  const { simulation } = await scenario()
    .step({ do: 'go offline' })
    .create({ page: 3 })
    .create({ page: 4 })
    .wait(1)
    .create({ page: 5, isPrivate: true })
    .wait(1)
    .step(STOP_WORKER, { do: 'go online' })
    .run();
  const sent = simulation.browser.sentRequests.filter(({ verb }) => verb === 'create');
  const sentAt = [4, 3, 5].map((page) => sent.find(({ target }) => target === urlOf(page))?.at);
  // After the backoff, the requests of the pages 3 and 4 are sent at the same time.
  expect(sentAt).toEqual([...sentAt].sort());
  expect(sent[0]?.target).not.toBe(urlOf(5));
});

it('a creation asks for its password after a restart of the browser, even while offline', async () => {
  const { simulation } = await scenario()
    .step({ do: 'go offline' })
    .create({ privacy: 2 })
    .wait(2)
    .step(RESTART_BROWSER)
    .wait(20)
    .check(async (simulation) => {
      const { singles } = await simulation.readShownQueue();
      expect(singles).toMatchObject([
        { first: { status: { name: 'needsAttention', reason: 'password' } } },
      ]);
      expect(requestTimes(simulation, 'create')).toEqual([]);
    })
    .step({ do: 'retry the operation', index: 0 }, { do: 'go online' })
    .run();
  expect(requestTimes(simulation, 'create')).toHaveLength(1);
});

it('outcome and newest list are published before the job is removed from storage', async () => {
  /** In the order of their first occurrence. */
  const events = new Set<string>();
  const fault: StorageFault = {
    ignores({ verb, argument }) {
      const text = `${JSON.stringify(argument)}`.replaceAll('\\', '');
      if (verb === 'set' && /\/recent-operations\/0":"\[\{/.test(text)) events.add('outcome');
      if (verb === 'set' && /\/newest-list":.*"id":"9"/.test(text)) events.add('list');
      if (verb === 'remove' && text.includes('/job/')) events.add('removal');
      return false;
    },
  };
  await scenario({}, { fault }).create().run();
  expect(events.size).toBe(3);
  expect([...events].at(-1)).toBe('removal');
});
