import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { WxtVitest } from 'wxt/testing/vitest-plugin';
import type { BrowserName } from './test/browser/running-extension';
import { TestsByProject } from './test/support/tests-by-project';

// Once for all workers, which are processes of their own: dates and words are those of one place.
Object.assign(process.env, { TZ: 'UTC', LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8' });

/** A second, as by itself, is too short for what a busy machine has to do meanwhile. */
const PATIENT = { poll: { timeout: 30_000 } };

/** As the unit tests have it from WXT. */
const PATHS = { alias: { '@': import.meta.dirname } };

/** What can be tested only once both builds are made. */
const OF_BUILDS = ['test/build/**/*.test.ts', 'test/store/**/*.test.ts'];

/** What writes policies of the whole computer; a project that only its own command names. */
const OF_POLICIES = ['test/policy/**/*.test.ts'];

/** Tests in a real browser: all but those whose file name says that they are for another. */
function browserTests(name: BrowserName, other: BrowserName): TestProjectInlineConfiguration {
  return {
    resolve: PATHS,
    test: {
      name,
      include: ['test/e2e/**/*.test.ts'],
      exclude: [`test/e2e/**/*.${other}.test.ts`],
      provide: { browserName: name },
      globalSetup: 'test/e2e/setup.ts',
      // Two browsers at a time, each shared by the files that run in it: a third one on two cores only
      // slows the others.
      maxWorkers: 2,
      // After the unit tests, which take every core.
      sequence: { groupOrder: 1 },
      isolate: false,
      expect: PATIENT,
      // Ends what hangs: Firefox, asked for roles and names, takes its time.
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
        plugins: [WxtVitest()],
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', ...OF_BUILDS, ...OF_POLICIES],
          // Loading the same modules for each file would take as long as the tests.
          isolate: false,
          setupFiles: ['test/support/left-behind.ts', 'test/clock/before-midnight.ts'],
          // By itself, Vitest leaves one core to what is not there.
          maxWorkers: '100%',
          expect: PATIENT,
          // Properties run thousands of cases, on slow machines too.
          testTimeout: 60_000,
        },
      },
      {
        plugins: [WxtVitest()],
        test: {
          name: 'views',
          include: ['test/**/*.test.tsx'],
          environment: './test/support/page-environment.ts',
          isolate: false,
          setupFiles: ['test/support/left-behind.ts', 'test/clock/before-midnight.ts'],
          maxWorkers: '100%',
          expect: PATIENT,
          testTimeout: 60_000,
        },
      },
      { resolve: PATHS, test: { name: 'builds', include: OF_BUILDS } },
      {
        resolve: PATHS,
        test: { name: 'policy', include: OF_POLICIES, expect: PATIENT, testTimeout: 240_000 },
      },
      browserTests('chromium', 'firefox'),
      browserTests('firefox', 'chromium'),
    ],
  },
});
