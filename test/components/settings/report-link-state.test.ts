import { signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import { createReportLinkField } from '@/components/settings/report-link-state';
import type { Connection } from '@/lib/connection/connection';

const LINK = 'https://other.example/r/{id}';
const USUAL = 'https://host.example/s/reports/{id}';

function openField(stored: string | null = LINK) {
  const standing: Connection = { id: 'a', baseUrl: 'https://host.example/s' };
  const connection = signal<Connection | undefined>(standing);
  const keep = vi.fn(async (_: string | null) => true);
  const field = createReportLinkField({ stored, connection, keep });
  return { field, connection, keep };
}

describe('the Report link field', () => {
  it('stores its text when it is left, but only after a change', async () => {
    const { field, keep } = openField();
    await field.leave();
    field.enter(' ');
    expect(keep).not.toHaveBeenCalled();
    await field.leave();
    expect(keep).toHaveBeenCalledExactlyOnceWith('');
    expect([field.text.value, field.isSaved.value]).toEqual(['', true]);
  });

  it('says what is wrong when it is left, and stores nothing then', async () => {
    const { field, keep } = openField();
    field.enter('https://host.example/r');
    expect(field.problem.value).toBeNull();
    await field.leave();
    expect(field.problem.value).toBe('noId');
    field.enter('https://host.example/r/');
    expect(field.problem.value).toBeNull();
    expect(keep).not.toHaveBeenCalled();
  });

  it('is stored the next time it is left if the store had refused it', async () => {
    const { field, keep } = openField();
    keep.mockResolvedValueOnce(false);
    field.enter(`${LINK}/new`);
    for (const _ of [1, 2, 3]) await field.leave();
    expect(keep.mock.calls).toEqual([[`${LINK}/new`], [`${LINK}/new`]]);
  });

  it('shows the usual link of the connected service until another link is typed', async () => {
    const { field, connection, keep } = openField(null);
    expect(field.text.value).toBe(USUAL);
    connection.value = undefined;
    expect(field.text.value).toBe('');
    connection.value = { id: 'b', baseUrl: 'https://b.example' };
    expect(field.text.value).toBe('https://b.example/reports/{id}');
    field.enter(LINK);
    await field.leave();
    connection.value = undefined;
    expect(field.text.value).toBe(LINK);
    expect(keep).toHaveBeenCalledExactlyOnceWith(LINK);
  });

  it('follows the connected service again when the usual link is typed', async () => {
    const { field, keep } = openField();
    field.enter(` ${USUAL}`);
    await field.leave();
    expect(keep).toHaveBeenCalledExactlyOnceWith(null);
    expect(field.text.value).toBe(USUAL);
  });
});
