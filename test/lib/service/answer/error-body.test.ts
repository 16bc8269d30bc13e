import { describe, expect, it } from 'vitest';
import { allMessages, readErrorBody } from '@/lib/service/answer/error-body';

describe('an error body', () => {
  it.each([
    { message: 'No.' },
    { message: ' No. ', error: 'not_allowed' },
    { error: 'No.' },
    { message: '', detail: 'No.' },
  ])('contains its sentence in %j', (json) => {
    expect(readErrorBody(json)).toEqual({ message: 'No.', fields: [] });
  });

  it.each([[undefined], [null], ['No.'], [['No.']], [[{ message: 'No.' }]], [{ errors: [7, ''] }]])(
    'contains no sentence in %j',
    (json: unknown) => {
      expect(readErrorBody(json)).toEqual({ message: null, fields: [] });
      expect(allMessages(readErrorBody(json))).toBeNull();
    },
  );

  it('contains the sentences of each field', () => {
    const errors = { url: 'Too long.', privacy: ['Unknown.', 7, ' '], project: [], results: null };
    expect(readErrorBody({ errors }).fields).toEqual([
      { field: 'url', messages: ['Too long.'] },
      { field: 'privacy', messages: ['Unknown.'] },
    ]);
  });

  it.each([{ errors: ['No.'] }, { message: ['No.'], status: 422 }, { errors: { '': 'No.' } }])(
    'contains a sentence without a field in %j',
    (json) => {
      const body = { message: null, fields: [{ field: '', messages: ['No.'] }] };
      expect(readErrorBody(json)).toEqual(body);
      expect(allMessages(readErrorBody(json))).toBe('No.');
    },
  );

  it.each([
    // Refusals of real installations (real-service.md).
    { message: { url: ['No.'] }, status: 422 },
    // The default of Laravel.
    { message: 'No.', errors: { url: ['No.'] } },
    { error: { url: 'No.' } },
    { detail: { url: 'No.' } },
  ])('contains the sentence of the field url in %j', (json) => {
    expect(readErrorBody(json).fields).toEqual([{ field: 'url', messages: ['No.'] }]);
  });

  // Shapes of frameworks, because the interface of the service does not specify the shape.
  it.each<[string, unknown, Record<string, string[]>]>([
    ['a list with fields', { errors: [{ field: 'url', message: 'No.' }] }, { url: ['No.'] }],
    [
      'Laravel within an envelope',
      { error: { code: 422, errors: { url: ['No.'], password: ['Short.'] } } },
      { url: ['No.'], password: ['Short.'] },
    ],
    [
      'JSON:API',
      {
        errors: [
          { status: '422', source: { pointer: '/data/attributes/url' }, detail: 'No.' },
          { status: '422', source: { parameter: 'password' }, title: 'Short.' },
        ],
      },
      { url: ['No.'], password: ['Short.'] },
    ],
    [
      'FastAPI',
      {
        detail: [
          {
            type: 'url_parsing',
            loc: ['body', 'url'],
            msg: 'No.',
            input: { url: 'a b c' },
            url: 'https://errors.pydantic.dev/2/v/url_parsing',
          },
        ],
      },
      { url: ['No.'] },
    ],
    [
      'express-validator',
      { errors: [{ type: 'field', msg: 'No.', path: 'url', location: 'body', value: 'a b c' }] },
      { url: ['No.'] },
    ],
    [
      'class-validator',
      { message: [{ property: 'url', constraints: { isUrl: 'No.', length: 'Long.' } }] },
      { url: ['No.', 'Long.'] },
    ],
    [
      'Google',
      {
        error: {
          code: 400,
          message: 'Bad.',
          status: 'INVALID_ARGUMENT',
          details: [{ '@type': 'a/b', fieldViolations: [{ field: 'URL', description: 'No.' }] }],
        },
      },
      { '': ['Bad.'], url: ['No.'] },
    ],
    [
      'Strapi',
      {
        error: {
          status: 400,
          name: 'ValidationError',
          message: 'Bad.',
          details: { errors: [{ path: ['url'], message: 'No.', name: 'ValidationError' }] },
        },
      },
      { '': ['Bad.'], url: ['No.'] },
    ],
    [
      'several of a field',
      { errors: [{ url: 'No.' }, { url: 'Long.' }] },
      { url: ['No.', 'Long.'] },
    ],
    ['several places', { message: { url: ['No.'] }, errors: { url: ['No.'] } }, { url: ['No.'] }],
    ['another field', { errors: [{ field: 'target', message: 'No.' }] }, { '': ['No.'] }],
    ['a trace', { error: { message: 'Bad.', trace: [{ file: 'a b.php' }] } }, { '': ['Bad.'] }],
  ])('contains the sentences of each field in the style of %s', (_, json, said) => {
    const { fields } = readErrorBody(json);
    expect(Object.fromEntries(fields.map(({ field, messages }) => [field, messages]))).toEqual(
      said,
    );
    expect(fields).toHaveLength(Object.keys(said).length);
  });

  it('contains a sentence at any depth', () => {
    let deep: unknown = { field: 'url', message: 'No.' };
    for (let level = 0; level < 100; level += 1) deep = level % 2 ? [deep] : { details: deep };
    expect(readErrorBody({ errors: deep }).fields).toEqual([{ field: 'url', messages: ['No.'] }]);
  });

  it('contains no sentence twice in its text', () => {
    const said = readErrorBody({ message: 'Too long. (and 1 more)', errors: ['Too long.', 'No.'] });
    expect(allMessages(said)).toBe('Too long. (and 1 more) No.');
  });

  it('is never cut within a character', () => {
    const said = readErrorBody({ message: `${'x'.repeat(499)}😀` });
    expect(said.message).toBe('x'.repeat(499));
  });
});
