import { describe, expect, it } from 'vitest';
import { searchFor } from '@/lib/address-bar/suggestion';
import type { Report } from '@/lib/report/report';
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

  it('are none that are being deleted, as the service may still list them', async () => {
    const { lookup, background } = await startConnectedBackground();
    await background.remove(sampleReport('2'));
    expect(idsOf(await lookup.known())).toEqual(['1']);
    expect(idsOf(await lookup.find(searchFor('host'), unaborted))).toEqual(['1']);
  });
});
