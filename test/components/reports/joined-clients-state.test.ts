import { signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import type { HistoryState } from '@/components/app/history-state';
import { createCommands } from '@/components/app/page-commands';
import { createJoinedClients } from '@/components/reports/joined-clients-state';
import { type MarkRecord, type Marks, shownMarks } from '@/lib/history/marks';
import { hasFailed } from '@/lib/result';
import { changeInMemory } from '../../support/fake-marks';
import { settle, waitUntil } from '../../support/wait-until';

const HOSTS = ['alone.example', 'bikes.example', 'mill.example', 'shop.mill.example'];

interface Opening {
  isPrivate?: boolean;
  hosts?: readonly string[];
}

/** Creates the state. Its marks change as in the worker. */
function openClients({ isPrivate = false, hosts = HOSTS }: Opening = {}) {
  const records = new Map<string, MarkRecord>();
  const marks = signal<Marks | undefined>(shownMarks([]));
  const changeMarks = vi.fn<HistoryState['changeMarks']>(async (change) => {
    const result = changeInMemory(records, change);
    if (!hasFailed(result)) marks.value = result.value.marks;
    return result;
  });
  const [onPrivate, onJoined, onTakenApart, onFailure] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  const clients = createJoinedClients({
    history: {
      marks: () => marks.value,
      summaries: () => marks.value?.summaries,
      changeMarks,
    },
    commands: createCommands(signal(new Set())),
    isPrivate,
    clients: () => [...new Set(hosts.map(clients.names.value.ofSingle))],
    onPrivate,
    onJoined,
    onTakenApart,
    onFailure,
  });
  async function join(name: string, client: string, ...others: string[]): Promise<void> {
    clients.ask(client);
    clients.enterName(name);
    for (const other of others) clients.toggle(other);
    await clients.confirm();
  }
  const of = (...singles: string[]) => singles.map(clients.names.value.ofSingle);
  return {
    ...{ clients, changeMarks, marks, join, of },
    ...{ onPrivate, onJoined, onTakenApart, onFailure },
  };
}

describe('the dialog that joins clients', () => {
  it('offers all other clients, and proposes the name of its client', () => {
    const { clients } = openClients();
    clients.ask('mill.example');
    expect(clients.question.value).toMatchObject({ client: 'mill.example', name: 'mill.example' });
    expect(clients.offered.value).toEqual(['alone.example', 'bikes.example', 'shop.mill.example']);
    clients.find(' MILL');
    expect(clients.offered.value).toEqual(['shop.mill.example']);
  });

  it('joins the chosen clients under the entered name', async () => {
    const { clients, join, of, onJoined } = openClients();
    await join(' The mill ', 'mill.example', 'shop.mill.example');
    expect(clients.question.value).toBeNull();
    expect(onJoined).toHaveBeenCalledExactlyOnceWith('The mill');
    expect(of('mill.example', 'shop.mill.example', 'alone.example')).toEqual([
      ...['The mill', 'The mill', 'alone.example'],
    ]);
    expect(clients.isJoined('The mill')).toBe(true);
    expect(clients.isJoined('alone.example')).toBe(false);
  });

  it('counts and joins the single clients of a chosen joined client', async () => {
    const { clients, changeMarks, join, of } = openClients();
    await join('Mill', 'mill.example', 'shop.mill.example');
    clients.ask('bikes.example');
    expect(clients.offered.value).toEqual(['alone.example', 'Mill']);
    clients.toggle('Mill');
    clients.toggle('alone.example');
    clients.toggle('alone.example');
    expect(clients.count.value).toBe(3);
    await clients.confirm();
    expect(changeMarks).toHaveBeenLastCalledWith({
      kind: 'joinClients',
      name: 'bikes.example',
      clients: ['bikes.example', 'mill.example', 'shop.mill.example'],
    });
    expect(new Set(of('bikes.example', 'mill.example', 'shop.mill.example')).size).toBe(1);
    expect(clients.names.value.current('Mill')).toBe('bikes.example');
  });

  it.each<[string, string, 'noName' | 'nameTaken']>([
    ['an empty name', '  ', 'noName'],
    ['the name of another client', 'alone.example', 'nameTaken'],
    ['the name of a client in another joined client', 'rhine.example', 'nameTaken'],
  ])('refuses %s', async (_, name, problem) => {
    const { clients, changeMarks, join } = openClients({
      hosts: [...HOSTS, 'rhine.example', 'danube.example'],
    });
    await join('Rivers', 'rhine.example', 'danube.example');
    await join(name, 'mill.example', 'shop.mill.example');
    expect(clients.question.value?.problem).toBe(problem);
    expect(changeMarks).toHaveBeenCalledOnce();
    clients.enterName('Mill');
    expect(clients.question.value?.problem).toBeNull();
  });

  it.each(['mill.example', 'shop.mill.example'])(
    'accepts the name of one of its single clients: %s',
    async (name) => {
      const { join, of } = openClients();
      await join(name, 'mill.example', 'shop.mill.example');
      expect(of('mill.example', 'shop.mill.example')).toEqual([name, name]);
    },
  );

  it('stays open with the reason if more than 20 clients are chosen', async () => {
    const hosts = Array.from({ length: 21 }, (_, at) => `${at}.example`);
    const { clients, join, onJoined } = openClients({ hosts });
    const [first = '', ...others] = hosts;
    await join('All', first, ...others);
    expect(clients.question.value).toMatchObject({
      isSending: false,
      failure: { code: 'tooManyMarks', mark: 'clientToJoin', most: 20 },
    });
    expect(onJoined).not.toHaveBeenCalled();
    clients.toggle('5.example');
    expect(clients.question.value?.failure).toBeNull();
    await clients.confirm();
    expect(onJoined).toHaveBeenCalledOnce();
  });

  it('does nothing without a chosen client, and closes unless it is being stored', async () => {
    const { clients, changeMarks } = openClients();
    clients.ask('mill.example');
    await clients.confirm();
    expect(changeMarks).not.toHaveBeenCalled();
    clients.toggle('alone.example');
    const storing = clients.confirm();
    void clients.confirm();
    clients.cancel();
    expect(clients.question.value?.isSending).toBe(true);
    await storing;
    expect(changeMarks).toHaveBeenCalledOnce();
    clients.ask('mill.example');
    clients.cancel();
    expect(clients.question.value).toBeNull();
  });
});

describe('takeApart()', () => {
  it('separates the clients, and offers to undo the change', async () => {
    const { clients, join, of, marks, changeMarks, onTakenApart } = openClients();
    await join('Mill', 'mill.example', 'shop.mill.example');
    const before = marks.value?.joined;
    await clients.takeApart('Mill');
    expect(of('mill.example', 'shop.mill.example')).toEqual(['mill.example', 'shop.mill.example']);
    expect(onTakenApart).toHaveBeenCalledExactlyOnceWith('Mill', expect.any(Array));
    await changeMarks({ kind: 'undo', changes: onTakenApart.mock.lastCall?.[1] });
    await waitUntil(() => expect(marks.value?.joined).toEqual(before));
    expect(of('mill.example', 'shop.mill.example')).toEqual(['Mill', 'Mill']);
  });

  it('reports a failure, and offers no undo', async () => {
    const { clients, changeMarks, join, onTakenApart, onFailure } = openClients();
    await join('Mill', 'mill.example', 'shop.mill.example');
    changeMarks.mockResolvedValue({ failure: { code: 'notStored' } });
    await clients.takeApart('Mill');
    expect(onFailure).toHaveBeenCalledExactlyOnceWith({ code: 'notStored' });
    expect(onTakenApart).not.toHaveBeenCalled();
  });
});

it('a private window has joined clients, but cannot change them', async () => {
  const { clients, changeMarks, marks, onPrivate, of } = openClients({ isPrivate: true });
  marks.value = {
    ...shownMarks([]),
    joined: [{ name: 'Mill', clients: ['mill.example', 'shop.mill.example'], days: [] }],
  };
  expect(of('mill.example')).toEqual(['Mill']);
  clients.ask('Mill');
  expect(clients.question.value).toBeNull();
  await clients.takeApart('Mill');
  expect(onPrivate).toHaveBeenCalledTimes(2);
  await settle();
  expect(changeMarks).not.toHaveBeenCalled();
});

it('the names of clients stay the same object while no client changes', async () => {
  const { clients, join, marks } = openClients();
  expect(clients.isKnown.value).toBe(true);
  await join('Mill', 'mill.example', 'shop.mill.example');
  const names = clients.names.value;
  marks.value = marks.value && { ...marks.value, starred: ['mill.example'] };
  expect(clients.names.value).toBe(names);
  marks.value = undefined;
  expect(clients.isKnown.value).toBe(false);
  expect(clients.names.value).toBe(names);
});
