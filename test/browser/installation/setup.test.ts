import { afterEach, expect, it, vi } from 'vitest';
import type { TestProject } from 'vitest/node';
import setup from '../../e2e/setup';

afterEach(() => vi.unstubAllEnvs());

const setUp = (name: string) => setup({ name } as TestProject);

it('tests that find no Firefox name the way to run Chromium alone', async () => {
  vi.stubEnv('FIREFOX_PATH', '/nowhere/firefox');
  await expect(setUp('firefox')).rejects.toThrow(
    'FIREFOX_PATH is /nowhere/firefox, but no program is there. Correct it or unset it. ' +
      'To test in Chromium alone: npm test -- --project unit --project chromium',
  );
});

it('tests in Chromium need no Firefox', async () => {
  vi.stubEnv('FIREFOX_PATH', '/nowhere/firefox');
  vi.stubEnv('CHROME_PATH', '/nowhere/chromium');
  await expect(setUp('chromium')).rejects.toThrow(/^CHROME_PATH .*Correct it or unset it\.$/);
});
