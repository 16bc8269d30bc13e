import { signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import type { Connection } from '@/lib/connection/connection';
import { createReportLinkField } from '@/lib/page/report-link-field';

const STANDING: Connection = { id: 'a', baseUrl: 'https://host.example/s' };

function openField(link = '', stored: Connection | undefined = STANDING) {
  const connection = signal<Connection | undefined>(stored);
  const keep = vi.fn(async (_: string) => true);
  return { field: createReportLinkField({ link, connection, keep }), connection, keep };
}

describe('the Report link field', () => {
  it('keeps what was typed once it is left, written out', () => {
    const { field, keep } = openField();
    field.enter('host.example/r/{id}');
    expect(keep).not.toHaveBeenCalled();
    field.leave();
    expect(keep).toHaveBeenCalledExactlyOnceWith('https://host.example/r/{id}');
    expect(field.text.value).toBe('https://host.example/r/{id}');
    expect(field.problem.value).toBeNull();
  });

  it('says what is wrong once it is left, and keeps nothing of it', () => {
    const { field, keep } = openField('https://host.example/r/{id}');
    field.enter('https://host.example/r');
    expect(field.problem.value).toBeNull();
    field.leave();
    expect(field.problem.value).toBe('noId');
    expect(field.text.value).toBe('https://host.example/r');
    expect(keep).not.toHaveBeenCalled();
    field.enter('https://host.example/r/');
    expect(field.problem.value).toBeNull();
  });

  it('is kept by the next attempt where the store has refused it', async () => {
    const { field, keep } = openField();
    keep.mockResolvedValueOnce(false);
    field.enter('https://host.example/r/{id}');
    await field.leave();
    await field.leave();
    await field.leave();
    expect(keep).toHaveBeenCalledTimes(2);
    expect(field.text.value).toBe('https://host.example/r/{id}');
  });

  it('can be emptied', () => {
    const { field, keep } = openField('https://host.example/r/{id}');
    field.enter(' ');
    field.leave();
    expect(keep).toHaveBeenCalledExactlyOnceWith('');
    expect(field.text.value).toBe('');
  });

  it('is kept only after a change', () => {
    const { field, keep } = openField('https://host.example/r/{id}');
    field.leave();
    expect(keep).not.toHaveBeenCalled();
  });

  it('says when it does not fit the service that is connected now', () => {
    const { field, connection } = openField('https://host.example/r/{id}');
    expect(field.problem.value).toBeNull();
    connection.value = { id: 'b', baseUrl: 'https://other.example' };
    expect(field.problem.value).toBe('otherOrigin');
    connection.value = undefined;
    expect(field.problem.value).toBeNull();
  });
});
