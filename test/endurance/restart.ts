import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../browser/condition';
import { closePopup } from '../browser/page-actions';
import { byRole, fill, press } from '../browser/roles';
import {
  BUILT_EXTENSIONS,
  connectAtOnce,
  startTestBrowser,
  type TestBrowser,
  updateExtension,
} from '../browser/test-browser';
import type { Failure } from '../service/served-failure';
import { bareAddress } from '../service/served-report';
import { startService } from '../service/service';
import { makeDrafts, outcome, type ReportDraft, secondsSince } from './drafts';
import { createChances } from './random';

export interface RestartOptions {
  seed: number;
  submissions: number;
  by: 'killed browser' | 'updated extension';
  /** The failure of the requests that are in flight at the interruption. */
  hang: Failure;
  /** Time limit for all waiting jobs after the restart, in milliseconds. */
  patience: number;
}

/**
 * Kills the browser or updates the extension while jobs wait and two requests are in flight. Then enters
 * the lost passwords.
 * @returns seconds until all reports without a lost password exist
 */
export async function restart({ seed, submissions, by, hang, patience }: RestartOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'endurance-'));
  const extensionDir = join(folder, 'extension');
  await cp(BUILT_EXTENSIONS.chromium, extensionDir, { recursive: true });
  const options = { userDataDir: join(folder, 'profile'), extensionDir };
  const service = await startService({ sampleReports: false, keepAlive: false });
  const drafts = makeDrafts(submissions, createChances(seed));
  let testBrowser = await startTestBrowser(options);
  try {
    await connectAtOnce(testBrowser, service);
    // An earlier start has written the extension into the profile.
    await testBrowser.close();
    testBrowser = await startTestBrowser(options);
    service.behave({ on: { method: 'POST' }, fail: hang });
    const extensionTab = await testBrowser.extensionTab();
    await extensionTab.createJobs(
      ...drafts.map((draft) => ({ kind: 'create' as const, ...draft })),
    );
    const areTwoInFlight = () =>
      service.requests.filter(({ method }) => method === 'POST').length === 2;
    await until('all operations are stored, and two requests are in flight', async () => {
      return areTwoInFlight() && (await extensionTab.operations()).length === submissions;
    });
    await (by === 'killed browser'
      ? kill(testBrowser)
      : updateExtension(testBrowser, extensionDir));
    service.behave(null);
    const createdBefore = service.reports();
    const restartedAt = Date.now();
    if (by === 'killed browser') testBrowser = await startTestBrowser(options);
    const withPassword = drafts.filter(({ password }) => password !== undefined).length;
    const passwordCount =
      withPassword - createdBefore.filter(({ password }) => password !== null).length;
    const areOthersCreated = () => service.reports().length === submissions - passwordCount;
    await until('all reports without a lost password are created', areOthersCreated, patience);
    const arrivedAfter = secondsSince(restartedAt);
    await enterPasswords(testBrowser, service.samplePages.good, drafts, passwordCount, patience);
    await until('all reports are created', () => service.reports().length >= submissions);
    return { passwordsAsked: passwordCount, arrivedAfter, ...outcome(service, drafts) };
  } finally {
    await testBrowser.close().catch(() => {});
    await service.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function kill({ browser }: TestBrowser): Promise<void> {
  const program = browser.process();
  if (program === null) throw new Error('The browser is not ours to kill.');
  const ended = once(program, 'exit');
  program.kill('SIGKILL');
  await ended;
}

/** Enters the requested passwords in the popup. Passwords of unverified creations come last. */
async function enterPasswords(
  testBrowser: TestBrowser,
  pageUrl: string,
  drafts: readonly ReportDraft[],
  count: number,
  patience: number,
): Promise<void> {
  const { popup, page } = await testBrowser.openPopupOn(pageUrl);
  for (let left = count; left > 0; left -= 1) {
    const passwordLines = async () => {
      const lines = await popup.queue();
      const found = lines.filter((line) => line.includes('needs its password again'));
      return found.length === left && found;
    };
    const condition = `the queue has ${left} lines that need a password`;
    const [line = ''] = await until(condition, passwordLines, patience);
    const password =
      drafts.find(({ url }) => line.includes(`${bareAddress(url)} `))?.password ?? '';
    await fill(popup, 'Password of this report', password);
    await press(popup, 'Send');
  }
  await popup.find(byRole('button', 'Create report'));
  await closePopup(popup);
  await page.close();
}
