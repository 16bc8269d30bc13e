import { describe, expect, it } from 'vitest';
import { connectionItem } from '@/lib/connection/connection-items';
import { standingOf } from '@/lib/page/task-standing';
import { EMPTY_VIEW } from '@/lib/task/view';
import { viewItem } from '@/lib/task/view-item';
import { history, type Story } from './story';
import type { Sent } from './worker';
import type { World } from './world';

/** When requests of a kind went out, in milliseconds since the history's start. */
function times({ browser }: World, verb: Sent['verb']): number[] {
  return browser.sent.filter((sent) => sent.verb === verb).map(({ at }) => at);
}

function ownReports({ service }: World) {
  return service.rows.filter(({ draft }) => draft !== undefined);
}

const SLOW = { fate: 'answers', after: 60 } as const;

describe('a creation', () => {
  it('whose answer was lost is found, and not sent again', async () => {
    const { world, view } = await history().create().loseAnswer(true).run();
    expect(times(world, 'create')).toHaveLength(1);
    expect(view.outcomes).toMatchObject([{ ids: ['task-1'], end: 'done', report: { id: '9' } }]);
  });

  it('that was never made is sent again after about two minutes', async () => {
    const { world } = await history().create().loseAnswer(false).run();
    const [first = 0, second = 0, ...more] = times(world, 'create');
    expect(more).toEqual([]);
    expect(second - first).toBeGreaterThanOrEqual(120_000);
    expect(second - first).toBeLessThan(150_000);
  });

  const LOST = { fate: 'redirects', after: 1, work: null } as const;

  it('that needs a person takes no report that another of its page is waiting for', async () => {
    const { view } = await history()
      .create()
      .meets(LOST)
      .wait(150)
      .create()
      .meets(SLOW)
      .wait(10)
      .step({ do: 'refresh' })
      .run();
    expect(view.outcomes).toMatchObject([{ ids: ['task-2'], end: 'done' }]);
  });

  it('shares its report with no other of its page', async () => {
    const { world } = await history().create().meets(LOST).wait(150).create().loseAnswer().run();
    expect(ownReports(world)).toHaveLength(2);
  });

  it('is not looked for while the service asks to wait', async () => {
    let before = 0;
    const lists = ({ browser }: World) => browser.sent.filter(({ verb }) => verb === 'list').length;
    await history()
      .create()
      .loseAnswer()
      .change({ privacy: 0 })
      .meets({ fate: 'says 429', retryAfter: 600 })
      .lists({ fate: 'answers', after: 0.1 }, { fate: 'breaks off', after: 0.1, work: null })
      .wait(0.5)
      .look((world) => {
        before = lists(world);
      })
      .wait(500)
      .look((world) => expect(lists(world)).toBe(before))
      .run();
  });

  it('that is asked for again by the same id makes one report', async () => {
    const { world } = await history()
      .create()
      .step({ do: 'ask again', which: 0 })
      .wait(0.1)
      .step({ do: 'ask again', which: 0 })
      .wait(5)
      .step({ do: 'ask again', which: 0 })
      .run();
    expect(times(world, 'create')).toHaveLength(1);
  });

  it('goes out after an earlier one of the same page is answered', async () => {
    const { world } = await history().create(0).meets(SLOW).create(1).run();
    const [first = 0, second = 0] = times(world, 'create');
    expect(second - first).toBeGreaterThanOrEqual(60_000);
    expect(ownReports(world)).toHaveLength(2);
  });

  it('is taken back while the list before it is read', async () => {
    const { world } = await history().lists(SLOW).wait(70).create().wait(1).cancel().run();
    expect(world.person.asked[0]?.cancels).toMatchObject([{ answer: true }]);
    expect(times(world, 'create')).toEqual([]);
  });

  it('costs about one request where thirty are made by menu', async () => {
    let before = 0;
    const story = history().look(({ browser }) => {
      before = browser.sent.length;
    });
    for (let one = 0; one < 30; one += 1) story.create(100 + one, { isQuick: true });
    let cost = 0;
    const { world } = await story
      .wait(60)
      .look(({ browser }) => {
        cost = browser.sent.length - before;
      })
      .run();
    expect(ownReports(world)).toHaveLength(30);
    expect(cost).toBeLessThanOrEqual(33);
  });

  it('reaches a service on this computer while there is no network', async () => {
    await history({}, { baseUrl: 'http://127.0.0.1:8080/s' })
      .step({ do: 'go offline' })
      .create()
      .wait(2)
      .look((world) => expect(ownReports(world)).toHaveLength(1))
      .run();
  });
});

describe('a change', () => {
  it('survives an outage, though the popup is closed', async () => {
    const { world } = await history()
      .change({ privacy: 0 })
      .meets({ fate: 'says 503', retryAfter: 60 })
      .meets({ fate: 'says 502', after: 0.2, work: null })
      .run();
    expect(times(world, 'update')).toHaveLength(3);
    expect(world.service.rows.at(-1)?.report.privacy).toBe(0);
  });

  it('does not wait behind two slow creations', async () => {
    await history()
      .create(3)
      .meets(SLOW)
      .create(4)
      .meets(SLOW)
      .change({ privacy: 0 })
      .wait(1)
      .look(({ service }) => expect(service.rows[1]?.report.privacy).toBe(0))
      .run();
  });

  it('takes in a later one that is asked for before it goes out, and answers to both ids', async () => {
    const { world, view } = await history()
      .step({ do: 'go offline' })
      .change({ privacy: 0 })
      .change({ privacy: 2 })
      .wait(10)
      .run();
    expect(times(world, 'update')).toHaveLength(1);
    expect(world.service.rows.at(-1)?.report.privacy).toBe(2);
    expect(view.outcomes).toMatchObject([{ ids: ['task-1', 'task-2'], end: 'done' }]);
  });

  it('gives way to a later one, though the first of three is repeated', async () => {
    const { world } = await history()
      .change({ privacy: 0 })
      .meets({ fate: 'says 503', retryAfter: 60 })
      .wait(0.02)
      .change({ privacy: 1 })
      .wait(5)
      .change({ privacy: 2 })
      .run();
    expect(world.service.rows.at(-1)?.report.privacy).toBe(2);
  });

  it('tries whether the service is back where another was the first to fail', async () => {
    const { world } = await history()
      .change({ privacy: 0 })
      .meets({ fate: 'says 502', after: 0.2, work: null })
      .wait(2)
      .step({ do: 'change', which: 1, privacy: 0, privateWindow: false, isPatient: true })
      .wait(30)
      .run();
    const asked = world.browser.sent.filter(({ verb }) => verb === 'update');
    const [first, second] = asked.map(({ about }) => about);
    expect(second).not.toBe(first);
    expect(asked).toHaveLength(3);
  });

  it('is dropped where an earlier one shows that the report is no more', async () => {
    const { world } = await history()
      .change({ privacy: 0 })
      .meets({ fate: 'answers', after: 5 })
      .wait(0.01)
      .change({ privacy: 2 })
      .step({ do: 'somebody deletes', which: 0 })
      .run();
    expect(times(world, 'update')).toHaveLength(1);
  });

  it('of a report that is no more forgets the report, and says so', async () => {
    const { world, view } = await history()
      .step({ do: 'somebody deletes', which: 0 })
      .change({ privacy: 0 })
      .wait(5)
      .look(async ({ lists }) => {
        const listed = (await lists()).flatMap(({ reports }) => reports.map(({ id }) => id));
        expect(listed).toEqual(['7']);
      })
      .run();
    expect(times(world, 'update')).toHaveLength(1);
    expect(view.outcomes).toMatchObject([{ ids: ['task-1'], end: 'gone' }]);
  });

  it('asks for new results once, where a lost answer has brought them', async () => {
    const { world } = await history({ ratedAfter: 3 })
      .change({ results: 1 })
      .loseAnswer(true)
      .run();
    expect(times(world, 'update')).toHaveLength(1);
  });
});

describe('a page', () => {
  /** All that is said of one task, one after the other, until it has ended or needs a person. */
  async function said(id: string, tell: (begun: Story) => Story): Promise<string[]> {
    const names: string[] = [];
    const begun = history().look(async () => {
      const connection = await connectionItem.read();
      const stop = viewItem(connection?.id ?? '').watch((view) => {
        const { name } = standingOf(view ?? EMPTY_VIEW, id);
        if (names.at(-1) !== name) names.push(name);
        if (name === 'ended' || name === 'stuck') stop();
      });
    });
    await tell(begun).run();
    return names;
  }

  it('hears that a report is looked for at once, and not first that it will be sent later', async () => {
    const names = await said('task-1', (begun) => begun.create().loseAnswer());
    expect(names).toEqual(['onItsWay', 'unknown', 'ended']);
  });

  it('hears of a refused change alike', async () => {
    const names = await said('task-2', (begun) =>
      begun
        .change({ privacy: 0 })
        .meets({ fate: 'forbids' })
        .wait(5)
        .step({ do: 'change', which: 1, privacy: 0, privateWindow: false, isPatient: true })
        .meets({ fate: 'forbids' }),
    );
    expect(names).toEqual(['onItsWay', 'stuck']);
  });
});

describe('an awaited result', () => {
  it('is asked for with growing pauses while the service is down', async () => {
    let before = 0;
    const { world } = await history({ ratedAfter: 300 })
      .create()
      .wait(1)
      .step({ do: 'the service goes down', seconds: 600, isTold: false })
      .look(({ browser }) => {
        before = browser.sent.length;
      })
      .wait(600)
      .look(({ browser }) => expect(browser.sent.length - before).toBeLessThan(20))
      .run();
    expect(world.service.rows.at(-1)?.report.result).toBe('good');
  });
});

describe('a deletion', () => {
  it('is undone in two windows: both are told so, and the report stays', async () => {
    const { world } = await history().remove().remove().wait(2).cancel(true).run();
    expect(world.person.asked.at(-1)?.cancels).toMatchObject([{ answer: true }, { answer: true }]);
    expect(times(world, 'remove')).toEqual([]);
  });
});

describe('a refused key', () => {
  it('is tried again by no alarm, but by a press or another key', async () => {
    let before = 0;
    const { world } = await history()
      .step({ do: 'the key is refused' })
      .create(3)
      .create(4)
      .change({ privacy: 0 })
      .wait(5)
      .look(({ browser }) => {
        before = browser.sent.length;
      })
      .wait(7200)
      .look(({ browser }) => {
        expect(browser.sent).toHaveLength(before);
        expect(browser.hasAlarm()).toBe(false);
      })
      .step({ do: 'retry now' })
      .wait(5)
      .look(({ browser }) => expect(browser.sent).toHaveLength(before + 1))
      .step({ do: 'connect', drops: false })
      .run();
    expect(ownReports(world)).toHaveLength(2);
  });
});
