import { describe, expect, it } from 'vitest';
import { readComplaint } from '@/lib/service/error-body';

describe('a complaint', () => {
  it.each([
    { message: 'No.' },
    { message: ' No. ', error: 'not_allowed' },
    { error: 'No.' },
    { error: { code: 7, message: 'No.' } },
    { message: '', detail: 'No.' },
    { message: ['x'], error: ['y'], title: 'No.' },
  ])('is found in %j', (json) => {
    expect(readComplaint(json)).toEqual({ message: 'No.', fields: [] });
  });

  it.each([[undefined], [null], ['No.'], [['No.']], [[{ message: 'No.' }]], [{ errors: ['No.'] }]])(
    'is not made up from %j',
    (json: unknown) => {
      expect(readComplaint(json)).toEqual({ message: null, fields: [] });
    },
  );

  it('says something of each field that it has sentences for', () => {
    const errors = { url: 'Too long.', privacy: ['Unknown.', 7, ' '], project: [], results: null };
    expect(readComplaint({ errors }).fields).toEqual([
      { field: 'url', messages: ['Too long.'] },
      { field: 'privacy', messages: ['Unknown.'] },
    ]);
  });
});
