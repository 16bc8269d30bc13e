import { describe, expect, it, vi } from 'vitest';
import { findService } from '@/lib/connection/base-url-search';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import type { ReportList } from '@/lib/report/report';
import { listOf } from '../../support/fake-client';

const NOT_FOUND: Failure = { code: 'gone', what: 'interface', message: null };
const WEB_PAGE: Failure = { code: 'unexpectedAnswer', problem: 'html' };
const REFUSED: Failure = { code: 'keyRefused', message: null };

const HOST = 'https://host.example';
const found = { value: listOf() };

/** Asks a host that answers at some addresses, and with a failure everywhere else. */
function search(
  typed: string,
  answers: Record<string, Outcome<ReportList>>,
  otherwise = NOT_FOUND,
) {
  const list = vi.fn(async (baseUrl: string) => answers[baseUrl] ?? { failure: otherwise });
  return { answer: findService(typed, list), list };
}

describe('an address of another page of the service', () => {
  it.each<[string, Failure]>([
    ['a 404', NOT_FOUND],
    ['a web page', WEB_PAGE],
  ])('leads to the nearest parent that answers, after %s', async (_, failure) => {
    const answers = { [`${HOST}/s`]: found, [HOST]: found };
    const { answer, list } = search(`${HOST}/s/developers/reports`, answers, failure);
    await expect(answer).resolves.toEqual({ baseUrl: `${HOST}/s`, reports: found });
    expect(list.mock.calls.flat()).toEqual([
      `${HOST}/s/developers/reports`,
      `${HOST}/s/developers`,
      `${HOST}/s`,
    ]);
  });

  it.each<[string, Outcome<ReportList>]>([
    ['answers, though it is the host itself', found],
    ['refuses the key, which tells most', { failure: REFUSED }],
    ['forbids it, which tells most', { failure: { code: 'notAllowed', message: null } }],
  ])('leads to the parent that %s', async (_, reports) => {
    const { answer } = search(`${HOST}:8443/developers`, { [`${HOST}:8443`]: reports });
    await expect(answer).resolves.toEqual({ baseUrl: `${HOST}:8443`, reports });
  });

  it.each<[string, Failure, number]>([
    ['where no parent is a service', NOT_FOUND, 3],
    ['at once, where a parent fails for another reason', { code: 'unreachable' }, 2],
  ])('fails as typed %s', async (_, failure, asked) => {
    const typed = `${HOST}/a/b`;
    const answers = { [typed]: { failure: WEB_PAGE }, [`${HOST}/a`]: { failure } };
    const { answer, list } = search(typed, answers);
    await expect(answer).resolves.toEqual({ baseUrl: typed, reports: { failure: WEB_PAGE } });
    expect(list).toHaveBeenCalledTimes(asked);
  });

  it('is given up after a few parents', async () => {
    const { answer, list } = search(`${HOST}/${'a/'.repeat(500)}b`, {});
    await answer;
    expect(list).toHaveBeenCalledTimes(6);
  });
});

it.each<Outcome<ReportList>>([
  found,
  { failure: REFUSED },
  { failure: { code: 'unexpectedAnswer', problem: 'wrongShape' } },
  { failure: { code: 'redirected', to: 'https://www.host.example/' } },
])('an address that answers with %j is the only one that is asked', async (reports) => {
  const typed = `${HOST}/s`;
  const { answer, list } = search(typed, { [typed]: reports, [HOST]: found });
  await expect(answer).resolves.toEqual({ baseUrl: typed, reports });
  expect(list).toHaveBeenCalledTimes(1);
});
