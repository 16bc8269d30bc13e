import { describe, expect, it } from 'vitest';
import { searchFor } from '@/lib/address-bar/suggestion';
import type { Report } from '@/lib/report/report';
import { listOf } from '../../support/fake-client';
import { sampleReport } from '../../support/sample-report';
import { startConnectedBackground } from '../../support/test-background';

const idsOf = (reports: readonly Report[] | null) => reports?.map(({ id }) => id).sort();
const unaborted = new AbortController().signal;

describe('reports for the address bar', () => {
  it('are those that are stored, and those that the service finds', async () => {
    const { lookup } = await startConnectedBackground();
    expect(idsOf(await lookup.known())).toEqual(['1', '2']);
    expect(idsOf(await lookup.find(searchFor('host'), unaborted))).toEqual(['1', '2']);
  });

  it('are each once, also where the service lists one twice', async () => {
    const { lookup, client } = await startConnectedBackground();
    const twice = listOf(sampleReport('2'), sampleReport('1'), sampleReport('1'));
    client.list.mockResolvedValue({ value: twice });
    expect(idsOf(await lookup.find(searchFor('host'), unaborted))).toEqual(['1', '2']);
  });

  it('are none that are being deleted, as the service may still list them', async () => {
    const { lookup, background } = await startConnectedBackground();
    await background.remove(sampleReport('2'));
    expect(idsOf(await lookup.known())).toEqual(['1']);
    expect(idsOf(await lookup.find(searchFor('host'), unaborted))).toEqual(['1']);
  });
});
