import { describe, expect, it } from 'vitest';
import { readErrorBody } from '@/lib/service/error-body';

describe('an error body', () => {
  it.each([
    { message: 'No.' },
    { message: ' No. ', error: 'not_allowed' },
    { error: 'No.' },
    { error: { code: 7, message: 'No.' } },
    { message: '', detail: 'No.' },
    { message: ['x'], error: ['y'], title: 'No.' },
  ])('gives its sentence in %j', (json) => {
    expect(readErrorBody(json)).toEqual({ message: 'No.', fields: [] });
  });

  it.each([[undefined], [null], ['No.'], [['No.']], [[{ message: 'No.' }]], [{ errors: ['No.'] }]])(
    'gives no sentence in %j',
    (json: unknown) => {
      expect(readErrorBody(json)).toEqual({ message: null, fields: [] });
    },
  );

  it('says something of each field that it has sentences for', () => {
    const errors = { url: 'Too long.', privacy: ['Unknown.', 7, ' '], project: [], results: null };
    expect(readErrorBody({ errors }).fields).toEqual([
      { field: 'url', messages: ['Too long.'] },
      { field: 'privacy', messages: ['Unknown.'] },
    ]);
  });
});
