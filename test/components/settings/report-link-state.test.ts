import { signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import { createReportLinkField } from '@/components/settings/report-link-state';
import type { Connection } from '@/lib/connection/connection';

const LINK = 'https://host.example/r/{id}';

function openField() {
  const standing: Connection = { id: 'a', baseUrl: 'https://host.example/s' };
  const connection = signal<Connection | undefined>(standing);
  const keep = vi.fn(async (_: string) => true);
  const field = createReportLinkField({ link: `${LINK}/old`, connection, keep });
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
    field.enter(LINK);
    for (const _ of [1, 2, 3]) await field.leave();
    expect(keep.mock.calls).toEqual([[LINK], [LINK]]);
  });

  it('when empty, offers the usual address of reports, and stores it at a press', async () => {
    const { field, connection, keep } = openField();
    expect(field.offered.value).toBeNull();
    field.enter(' ');
    expect(field.offered.value).toBe('https://host.example/s/reports/{id}');
    await field.takeOffered();
    expect(keep).toHaveBeenCalledExactlyOnceWith('https://host.example/s/reports/{id}');
    expect([field.text.value, field.offered.value, field.isSaved.value]).toEqual([
      'https://host.example/s/reports/{id}',
      null,
      true,
    ]);
    field.enter('');
    connection.value = undefined;
    expect(field.offered.value).toBeNull();
  });

  it('says when its link is on another origin than the connected service', () => {
    const { field, connection } = openField();
    connection.value = { id: 'b', baseUrl: 'https://other.example' };
    expect(field.problem.value).toBe('otherOrigin');
    connection.value = undefined;
    expect(field.problem.value).toBeNull();
  });
});
