import { describe, expect, it } from 'vitest';
import { allWords, readErrorBody } from '@/lib/service/answer/error-body';

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

  it.each([[undefined], [null], ['No.'], [['No.']], [[{ message: 'No.' }]], [{ errors: [7, ''] }]])(
    'gives no sentence in %j',
    (json: unknown) => {
      expect(readErrorBody(json)).toEqual({ message: null, fields: [] });
    },
  );

  it('gives the sentences of each field that has any', () => {
    const errors = { url: 'Too long.', privacy: ['Unknown.', 7, ' '], project: [], results: null };
    expect(readErrorBody({ errors }).fields).toEqual([
      { field: 'url', messages: ['Too long.'] },
      { field: 'privacy', messages: ['Unknown.'] },
    ]);
  });

  it.each([
    { errors: ['No.'] },
    { errors: [{ message: 'No.' }] },
    { errors: { '': 'No.' } },
    { error: { errors: [{ reason: 'limit', message: 'No.' }] } },
    { errors: [{ status: '422', title: 'No.' }] },
  ])('gives a sentence that belongs to no field in %j', (json) => {
    const body = { message: null, fields: [{ field: '', messages: ['No.'] }] };
    expect(readErrorBody(json)).toEqual(body);
    expect(allWords(readErrorBody(json))).toBe('No.');
  });

  it.each([
    // As real installations refuse (real-service.md).
    { message: { url: ['No.'] }, status: 422 },
    { errors: { Url: ['No.'] } },
    { errors: { url: { message: 'No.', kind: 'format' } } },
    { errors: [{ field: 'url', message: ' No. ', code: 7 }] },
    { errors: [{ param: 'url', msg: 'No.' }] },
    { errors: [{ path: 'url', msg: 'No.' }] },
    // RFC 9457, and JSON:API.
    { errors: [{ detail: 'No.', pointer: '#/url' }] },
    { errors: [{ detail: 'No.', source: { pointer: '/data/attributes/url' } }] },
    { errors: [{ title: 'No.', source: { parameter: 'url' } }] },
    { detail: [{ loc: ['body', 'url'], msg: 'No.', type: 'value_error' }] },
  ])('gives the sentence of the field url in %j', (json) => {
    expect(readErrorBody(json).fields).toEqual([{ field: 'url', messages: ['No.'] }]);
  });

  it('gives all sentences of a field together', () => {
    const errors = [
      { field: 'url', message: 'Too long.' },
      'Nothing was created.',
      { field: 'plan', message: 'Used up.' },
      { field: 'url', message: 'No such host.' },
    ];
    const said = readErrorBody({ title: 'Invalid.', errors });
    expect(said).toEqual({
      message: 'Invalid.',
      fields: [
        { field: 'url', messages: ['Too long.', 'No such host.'] },
        { field: '', messages: ['Nothing was created.'] },
        { field: 'plan', messages: ['Used up.'] },
      ],
    });
    expect(allWords(said)).toBe('Invalid. Too long. No such host. Nothing was created. Used up.');
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
