import { expect, it } from 'vitest';
import { withoutPhpMessages } from '@/lib/service/answer/answer';
import { PHP_MESSAGES } from '../../../service/served-answer';

// PHP prints such messages if display_errors is on: php/php-src, main/main.c, php_error_cb. The text of
// `AS_TEXT` is in Zend/zend_execute.c. `IN_LINES` is invented, with a line break in its text.
const FILE = '/var/www/html/vendor/laravel/a b.php';
const AS_TEXT = `\nWarning: Undefined array key "url" in ${FILE} on line 12\n`;
const IN_LINES = `<br />\n<b>Notice</b>:  Two\nlines on line 3 in <b>${FILE}</b> on line <b>4</b><br />\n`;
const FATAL = PHP_MESSAGES.replace('Deprecated', 'Fatal error');

it.each([
  ['one message', PHP_MESSAGES],
  ['several messages', PHP_MESSAGES + IN_LINES + PHP_MESSAGES],
  ['messages as plain text', AS_TEXT + AS_TEXT],
  ['messages in other spellings', PHP_MESSAGES.replaceAll('<br />', '<br>')],
  ['a message and spaces', `  ${PHP_MESSAGES}\r\n `],
])('withoutPhpMessages returns the JSON after %s', (_, messages) => {
  for (const json of ['{"data":[]}', '[1]', `{"a":"${'<br /> on line <b>1</b><br />'}"}`]) {
    expect(withoutPhpMessages(messages + json)).toBe(json);
  }
});

it.each([
  ['an empty text', ''],
  ['JSON', '{"message":"Warning: a in b on line 1\\n{}"}'],
  ['messages without JSON', PHP_MESSAGES],
  ['a fatal error', FATAL],
  ['a web page', '<!doctype html><title>{}</title>'],
  ['a message before a web page', `${PHP_MESSAGES}<!doctype html>`],
  ['a text', 'Warning: nothing is wrong. {}'],
  ['a page that begins like a message', '<br /><b>Warning</b>: your session has ended.<br />{}'],
])('withoutPhpMessages returns %s unchanged', (_, body) => {
  expect(withoutPhpMessages(body)).toBe(body);
});
