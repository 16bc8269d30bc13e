import { describe, expect, it } from 'vitest';
import { allWords, readErrorBody } from '@/lib/service/answer/error-body';

describe('an error body', () => {
  it.each([
    { message: 'No.' },
    { message: ' No. ', error: 'not_allowed' },
    { error: 'No.' },
    { message: '', detail: 'No.' },
  ])('gives its sentence in %j', (json) => {
    expect(readErrorBody(json)).toEqual({ message: 'No.', fields: [] });
  });

  it.each([[undefined], [null], ['No.'], [['No.']], [[{ message: 'No.' }]], [{ errors: [7, ''] }]])(
    'gives no sentence in %j',
    (json: unknown) => {
      expect(readErrorBody(json)).toEqual({ message: null, fields: [] });
      expect(allWords(readErrorBody(json))).toBeNull();
    },
  );

  it('gives the sentences of each field that has any', () => {
    const errors = { url: 'Too long.', privacy: ['Unknown.', 7, ' '], project: [], results: null };
    expect(readErrorBody({ errors }).fields).toEqual([
      { field: 'url', messages: ['Too long.'] },
      { field: 'privacy', messages: ['Unknown.'] },
    ]);
  });

  it.each([{ errors: ['No.'] }, { message: ['No.'], status: 422 }, { errors: { '': 'No.' } }])(
    'gives a sentence that belongs to no field in %j',
    (json) => {
      const body = { message: null, fields: [{ field: '', messages: ['No.'] }] };
      expect(readErrorBody(json)).toEqual(body);
      expect(allWords(readErrorBody(json))).toBe('No.');
    },
  );

  it.each([
    // As real installations refuse (real-service.md).
    { message: { url: ['No.'] }, status: 422 },
    // As Laravel does by itself.
    { message: 'No.', errors: { url: ['No.'] } },
    { error: { url: 'No.' } },
    { detail: { url: 'No.' } },
  ])('gives the sentence of the field url in %j', (json) => {
    expect(readErrorBody(json).fields).toEqual([{ field: 'url', messages: ['No.'] }]);
  });

  it('says no sentence twice in its text', () => {
    const said = readErrorBody({ message: 'Too long. (and 1 more)', errors: ['Too long.', 'No.'] });
    expect(allWords(said)).toBe('Too long. (and 1 more) No.');
  });

  it('is never cut within a character', () => {
    const said = readErrorBody({ message: `${'x'.repeat(499)}😀` });
    expect(said.message).toBe('x'.repeat(499));
  });
});
