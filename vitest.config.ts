import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { WxtVitest } from 'wxt/testing/vitest-plugin';
import { messageModules } from './lib/build/message-modules';
import type { BrowserName } from './test/browser/running-extension';
import { TestsByProject } from './test/support/tests-by-project';

// All test processes inherit these variables, so dates and words do not depend on the computer.
Object.assign(process.env, { TZ: 'UTC', LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8' });

/** The default time limit of `expect.poll`, one second, is too short on a busy machine. */
const PATIENT_EXPECT = { poll: { timeout: 30_000 } };

/** The alias that WXT's plugin gives to unit and view tests. */
const PATHS = { alias: { '@': import.meta.dirname } };

/** Tests of the builds. Both builds must be in `.output`. */
const BUILD_TESTS = ['test/build/**/*.test.ts', 'test/store/**/*.test.ts'];

/** Tests that pack or build copies of the project. */
const COPY_TESTS = ['test/build/copies/**/*.test.ts'];

/** Tests that write policies for the whole computer. Only `npm run test:policy` runs these. */
const POLICY_TESTS = ['test/policy/**/*.test.ts'];

/** The tests in browsers that `npm test` runs. */
const JOURNEYS = 'test/e2e/journeys/**/*.test.ts';

/** Journeys for both browsers that `npm test` runs in Chromium alone. */
const CHROMIUM_JOURNEYS = [
  'test/e2e/journeys/foreign-senders.test.ts',
  'test/e2e/journeys/private-window.test.ts',
  'test/e2e/journeys/services.test.ts',
];

/**
 * Returns a project of tests in a browser. A suffix in a file's name limits the file to one
 * browser.
 */
function browserProject(
  name: string,
  browserName: BrowserName,
  files: { include: string[]; exclude: string[] },
): TestProjectInlineConfiguration {
  const other = browserName === 'chromium' ? 'firefox' : 'chromium';
  return {
    resolve: PATHS,
    test: {
      name,
      include: files.include,
      exclude: [`test/e2e/**/*.${other}.test.ts`, ...files.exclude],
      provide: { browserName },
      globalSetup: 'test/e2e/setup.ts',
      // Each worker has one browser, which the files of the worker share. Browsers are often idle,
      // so three workers use two cores well.
      maxWorkers: 3,
      // Begins after the tests without a browser, which use every core.
      sequence: { groupOrder: 1 },
      isolate: false,
      expect: PATIENT_EXPECT,
      // Ends tests that hang. Firefox is slow to compute roles and names.
      testTimeout: 240_000,
      hookTimeout: 180_000,
    },
  };
}

export default defineConfig({
  test: {
    reporters: ['default', new TestsByProject()],
    projects: [
      {
        plugins: [WxtVitest(), messageModules],
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', ...BUILD_TESTS, ...POLICY_TESTS],
          // Loading the same modules for each file would take as long as the tests.
          isolate: false,
          setupFiles: ['test/support/reset-fake-browser.ts', 'test/clock/before-midnight.ts'],
          // Many tests wait for timers, so three workers use two cores better than two.
          maxWorkers: 3,
          expect: PATIENT_EXPECT,
          // Property tests run thousands of cases. Machines may be slow.
          testTimeout: 60_000,
        },
      },
      {
        plugins: [WxtVitest(), messageModules],
        test: {
          name: 'views',
          include: ['test/**/*.test.tsx'],
          environment: './test/support/page-environment.ts',
          isolate: false,
          setupFiles: ['test/support/reset-fake-browser.ts', 'test/clock/before-midnight.ts'],
          maxWorkers: 3,
          expect: PATIENT_EXPECT,
          testTimeout: 60_000,
        },
      },
      { resolve: PATHS, test: { name: 'builds', include: BUILD_TESTS, exclude: COPY_TESTS } },
      { resolve: PATHS, test: { name: 'copies', include: COPY_TESTS } },
      {
        resolve: PATHS,
        test: {
          name: 'policy',
          include: POLICY_TESTS,
          expect: PATIENT_EXPECT,
          testTimeout: 240_000,
        },
      },
      browserProject('journeys-chromium', 'chromium', { include: [JOURNEYS], exclude: [] }),
      browserProject('journeys-firefox', 'firefox', {
        include: [JOURNEYS],
        exclude: CHROMIUM_JOURNEYS,
      }),
      browserProject('chromium', 'chromium', {
        include: ['test/e2e/**/*.test.ts'],
        exclude: [JOURNEYS],
      }),
      browserProject('firefox', 'firefox', {
        include: ['test/e2e/*.test.ts', ...CHROMIUM_JOURNEYS],
        exclude: [],
      }),
    ],
  },
});
