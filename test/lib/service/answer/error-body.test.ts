import { describe, expect, it } from 'vitest';
import { allMessages, readErrorBody } from '@/lib/service/answer/error-body';

// The samples are recorded answers or examples from documentation. Names of fields are replaced by fields of the
// service's interface.
describe('readErrorBody', () => {
  it.each<[source: string, json: unknown, message: string]>([
    ['Laravel, Foundation/Exceptions/Handler.php', { message: 'Server Error' }, 'Server Error'],
    [
      'developer.wordpress.org/rest-api, Authentication',
      {
        code: 'rest_forbidden',
        message: 'Sorry, you are not allowed to do that.',
        data: { status: 401 },
      },
      'Sorry, you are not allowed to do that.',
    ],
    [
      'heartcombo/devise, config/locales/en.yml',
      { error: 'Invalid Email or password.' },
      'Invalid Email or password.',
    ],
    [
      'django-rest-framework.org, Exceptions',
      { detail: "Method 'DELETE' not allowed." },
      "Method 'DELETE' not allowed.",
    ],
    [
      'RFC 9457, section 3',
      {
        type: 'https://example.com/probs/out-of-credit',
        title: 'You do not have enough credit.',
        detail: 'Your current balance is 30, but that costs 50.',
        instance: '/account/12345/msgs/abc',
      },
      'Your current balance is 30, but that costs 50.',
    ],
    ['no public sample found: spaces', { message: ' No. ', error: 'not_allowed' }, 'No.'],
    ['no public sample found: an empty text', { message: '', detail: 'No.' }, 'No.'],
  ])('returns the message of the body: %s', (_, json, message) => {
    expect(readErrorBody(json)).toEqual({ message, fields: [] });
  });

  // The body `{ message: '' }` is Laravel's answer for an unknown route (laravel/framework,
  // Foundation/Exceptions/Handler.php). The list of numbers is from RFC 8259, section 13. The other bodies
  // are invented.
  it.each([
    [undefined],
    [null],
    [{ message: '' }],
    ['No.'],
    [['No.']],
    [[{ message: 'No.' }]],
    [{ errors: [7, ''] }],
    [[116, 943, 234, 38793]],
  ])('returns no message for %j', (json: unknown) => {
    expect(readErrorBody(json)).toEqual({ message: null, fields: [] });
    expect(allMessages(readErrorBody(json))).toBeNull();
  });

  // The shape of `errors` is from Ruby on Rails (guides, Active Record Validations). Values that are not
  // messages are invented.
  it('returns the messages of each field', () => {
    const errors = {
      url: "can't be blank",
      privacy: ['is not included in the list', 7, ' '],
      project: [],
      results: null,
    };
    expect(readErrorBody({ errors }).fields).toEqual([
      { field: 'url', messages: ["can't be blank"] },
      { field: 'privacy', messages: ['is not included in the list'] },
    ]);
  });

  it.each<[source: string, json: unknown, message: string, general: string | null]>([
    [
      'api.rubyonrails.org, ActiveModel::Errors, full_messages',
      { errors: ["Name can't be blank"] },
      "Name can't be blank",
      null,
    ],
    [
      'docs.nestjs.com, Validation',
      { statusCode: 400, error: 'Bad Request', message: ['url must be a URL address'] },
      'url must be a URL address',
      'Bad Request',
    ],
    [
      'learn.microsoft.com, ASP.NET Core web APIs, Automatic HTTP 400 responses',
      {
        type: 'https://tools.ietf.org/html/rfc7231#section-6.5.1',
        title: 'One or more validation errors occurred.',
        status: 400,
        traceId: '|7fb5e16a-4c8f23bbfc974667.',
        errors: { '': ['A non-empty request body is required.'] },
      },
      'A non-empty request body is required.',
      null,
    ],
  ])('returns a message without a field: %s', (_, json, message, general) => {
    const body = { message: general, fields: [{ field: '', messages: [message] }] };
    expect(readErrorBody(json)).toEqual(body);
    expect(allMessages(readErrorBody(json))).toBe(general ? `${general} ${message}` : message);
  });

  const INVALID_URL = 'The url field must be a valid URL.';
  it.each<[source: string, json: unknown, message: string]>([
    [
      'Enspirer/ESEO-Tool, app/Rules/ReportLimitGateRule.php',
      { message: { url: ['You created too many reports.'] }, status: 422 },
      'You created too many reports.',
    ],
    [
      'laravel.com/docs/validation, Validation Error Response Format',
      { message: INVALID_URL, errors: { url: [INVALID_URL] } },
      INVALID_URL,
    ],
    ['no public sample found', { error: { url: INVALID_URL } }, INVALID_URL],
    ['no public sample found', { detail: { url: INVALID_URL } }, INVALID_URL],
  ])('returns the message of the field url: %s', (_, json, message) => {
    expect(readErrorBody(json).fields).toEqual([{ field: 'url', messages: [message] }]);
  });

  // The interface of the service does not specify the shape of errors, so these are the shapes of frameworks.
  it.each<[source: string, json: unknown, messages: Record<string, string[]>]>([
    [
      'code search for "name already exists on this account" (GitHub)',
      {
        message: 'Repository creation failed.',
        errors: [
          {
            resource: 'Repository',
            code: 'custom',
            field: 'url',
            message: 'name already exists on this account',
          },
        ],
        documentation_url: 'https://docs.github.com/rest/repos/repos',
      },
      { url: ['name already exists on this account'] },
    ],
    [
      'no public sample found: Laravel within an envelope',
      {
        error: {
          code: 422,
          errors: {
            url: ['The url field must be a valid URL.'],
            password: ['The password field is required.'],
          },
        },
      },
      {
        url: ['The url field must be a valid URL.'],
        password: ['The password field is required.'],
      },
    ],
    [
      'jsonapi.org/examples, Error Objects',
      {
        errors: [
          {
            code: '123',
            source: { pointer: '/data/attributes/url' },
            title: 'Value is too short',
            detail: 'First name must contain at least two characters.',
          },
          {
            code: '225',
            source: { pointer: '/data/attributes/password' },
            title: 'Passwords must contain a letter, number, and punctuation character.',
            detail: 'The password provided is missing a punctuation character.',
          },
          {
            source: { parameter: 'privacy' },
            title: 'Invalid Query Parameter',
            detail: 'The resource does not have an `author` relationship path.',
          },
        ],
      },
      {
        url: ['Value is too short', 'First name must contain at least two characters.'],
        password: [
          'Passwords must contain a letter, number, and punctuation character.',
          'The password provided is missing a punctuation character.',
        ],
        privacy: [
          'Invalid Query Parameter',
          'The resource does not have an `author` relationship path.',
        ],
      },
    ],
    [
      'docs.pydantic.dev/latest/errors/validation_errors, url_parsing, in an answer of FastAPI',
      {
        detail: [
          {
            type: 'url_parsing',
            loc: ['body', 'url'],
            msg: 'Input should be a valid URL, relative URL without a base',
            input: 'test',
            ctx: { error: 'relative URL without a base' },
            url: 'https://errors.pydantic.dev/2/v/url_parsing',
          },
        ],
      },
      { url: ['Input should be a valid URL, relative URL without a base'] },
    ],
    [
      'code search for ""msg": "Invalid value", "path":" (express-validator)',
      {
        errors: [
          { type: 'field', value: '123', msg: 'Invalid value', path: 'password', location: 'body' },
        ],
      },
      { password: ['Invalid value'] },
    ],
    [
      'typestack/class-validator, README.md',
      {
        message: [
          {
            property: 'url',
            value: 'a b c',
            constraints: {
              isUrl: 'url must be a URL address',
              length: 'url must be longer than or equal to 10 characters',
            },
          },
        ],
      },
      { url: ['url must be a URL address', 'url must be longer than or equal to 10 characters'] },
    ],
    [
      'code search for ""fieldViolations": [" (Google)',
      {
        error: {
          code: 400,
          message: "Invalid value at 'message.android.priority' (TYPE_STRING)",
          status: 'INVALID_ARGUMENT',
          details: [
            {
              '@type': 'type.googleapis.com/google.rpc.BadRequest',
              fieldViolations: [{ field: 'report.URL', description: 'Invalid value' }],
            },
          ],
        },
      },
      {
        '': ["Invalid value at 'message.android.priority' (TYPE_STRING)"],
        url: ['Invalid value'],
      },
    ],
    [
      'code search for ""name": "ValidationError"," (Strapi)',
      {
        data: null,
        error: {
          status: 400,
          name: 'ValidationError',
          message: 'Invalid input data',
          details: {
            errors: [{ path: ['url'], message: 'title is required', name: 'ValidationError' }],
          },
        },
      },
      { '': ['Invalid input data'], url: ['title is required'] },
    ],
    [
      'no public sample found: several messages about a field',
      { errors: [{ url: 'No.' }, { url: 'Long.' }] },
      { url: ['No.', 'Long.'] },
    ],
    [
      'no public sample found: a message in several places',
      { message: { url: ['No.'] }, errors: { url: ['No.'] } },
      { url: ['No.'] },
    ],
    [
      'no public sample found: another field',
      { errors: [{ field: 'target', message: 'No.' }] },
      { '': ['No.'] },
    ],
    [
      'no public sample found: a trace in an envelope',
      { error: { message: 'Bad.', trace: [{ file: 'a b.php' }] } },
      { '': ['Bad.'] },
    ],
  ])('returns the messages of each field: %s', (_, json, expected) => {
    const { fields } = readErrorBody(json);
    expect(Object.fromEntries(fields.map(({ field, messages }) => [field, messages]))).toEqual(
      expected,
    );
    expect(fields).toHaveLength(Object.keys(expected).length);
  });

  // laravel/framework, Foundation/Exceptions/Handler.php, with `APP_DEBUG`.
  it('ignores the lines of a stack trace', () => {
    const debug = {
      message: 'SQLSTATE[HY000] [2002] Connection refused',
      exception: 'Illuminate\\Database\\QueryException',
      file: '/var/www/html/vendor/laravel/framework/src/Illuminate/Database/Connection.php',
      line: 760,
      trace: [{ file: '/var/www/html/public/index.php', line: 52, function: 'handle' }],
    };
    expect(readErrorBody(debug)).toEqual({ message: debug.message, fields: [] });
  });

  it('returns a message at any depth', () => {
    let deep: unknown = { field: 'url', message: 'No.' };
    for (let level = 0; level < 100; level += 1) deep = level % 2 ? [deep] : { details: deep };
    expect(readErrorBody({ errors: deep }).fields).toEqual([{ field: 'url', messages: ['No.'] }]);
  });

  it('returns a body from which allMessages() returns each message once', () => {
    // laravel.com/docs/validation, Validation Error Response Format.
    const body = readErrorBody({
      message: 'The team name must be a string. (and 1 more error)',
      errors: {
        team_name: [
          'The team name must be a string.',
          'The team name must be at least 1 characters.',
        ],
      },
    });
    expect(allMessages(body)).toBe(
      'The team name must be a string. (and 1 more error) The team name must be at least 1 characters.',
    );
  });

  it('cuts no message within a character', () => {
    const body = readErrorBody({ message: `${'x'.repeat(499)}😀` });
    expect(body.message).toBe('x'.repeat(499));
  });
});
