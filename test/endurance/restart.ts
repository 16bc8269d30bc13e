import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../browser/condition';
import { closePopup } from '../browser/popup';
import { byRole, fill, press } from '../browser/roles';
import { connectAtOnce } from '../e2e/scene';
import { type Stage, startStage } from '../e2e/stage';
import type { Failure } from '../service/served-failure';
import { startService } from '../service/service';
import { differences, makeDrafts } from './drafts';
import { createChances } from './random';

export interface RestartOptions {
  seed: number;
  submissions: number;
  /** What the service does with the requests that are out when the browser is killed. */
  hang: Failure;
  /** How long all that waits may take to arrive after the restart, in milliseconds. */
  patience: number;
}

/** What happened around a restart. */
export interface RestartFigures {
  submissions: number;
  /** Requests that were out when the browser was killed. */
  cut: number;
  /** Submissions that asked for their password again. */
  passwordsAsked: number;
  repeats: number;
  reports: number;
  /** From the restart until all had arrived that need nobody, in seconds. */
  arrivedAfter: number;
  seconds: number;
  differences: string[];
}

/** Kills the browser with submissions waiting, starts it again, and enters what it asks for. */
export async function restart(options: RestartOptions): Promise<RestartFigures> {
  const { submissions, hang, patience } = options;
  const userDataDir = await mkdtemp(join(tmpdir(), 'endurance-'));
  const service = await startService({ sampleReports: false, keepAlive: false });
  const creations = () => service.requests.filter(({ method }) => method === 'POST').length;
  const startedAt = Date.now();
  const drafts = makeDrafts(submissions, createChances(options.seed));
  const passwords = new Map(drafts.map(({ url, password }) => [url, password]));
  let stage = await startStage({ userDataDir });
  try {
    await connectAtOnce(stage, service);
    // The extension was there long before the killing: all of it is in the profile.
    await stage.close();
    stage = await startStage({ userDataDir });
    service.behave({ on: { method: 'POST' }, fail: hang });
    const insider = await stage.insider();
    await insider.add(...drafts.map((draft) => ({ kind: 'create' as const, draft })));
    await until('all are kept, and two are out', async () => {
      return creations() === 2 && (await insider.tasks()).tasks.length === submissions;
    });
    await kill(stage);
    service.behave(null);
    const made = service.reports();
    const restartedAt = Date.now();
    stage = await startStage({ userDataDir });
    const withPassword = drafts.filter(({ password }) => password !== undefined).length;
    const alreadyMade = made.filter(({ password }) => password !== null).length;
    const asking = withPassword - alreadyMade;
    await until(
      'all have arrived that need nobody',
      () => service.reports().length === submissions - asking,
      patience,
    );
    const arrivedAfter = seconds(restartedAt);
    await enterPasswords(stage, service.samplePages.good, passwords, asking, patience);
    await until('all have arrived', () => service.reports().length >= submissions);
    return {
      submissions,
      cut: 2,
      passwordsAsked: asking,
      repeats: creations() - submissions,
      reports: service.reports().length,
      arrivedAfter,
      seconds: seconds(startedAt),
      differences: differences(drafts, service.reports()),
    };
  } finally {
    await stage.close().catch(() => {});
    await service.close();
    await rm(userDataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Ends the browser as a power cut does: it gets no chance to write anything. */
async function kill({ browser }: Stage): Promise<void> {
  const program = browser.process();
  if (program === null) throw new Error('The browser is not ours to kill.');
  const ended = once(program, 'exit');
  program.kill('SIGKILL');
  await ended;
}

/** Enters in the popup each password that is asked for; last those of requests that are searched for. */
async function enterPasswords(
  stage: Stage,
  pageUrl: string,
  passwords: ReadonlyMap<string, string | undefined>,
  count: number,
  patience: number,
): Promise<void> {
  const { popup, page } = await stage.openPopupOn(pageUrl);
  const asking = async () => {
    const lines = await popup.queue();
    return lines.filter((line) => line.includes('needs its password again'));
  };
  for (let left = count; left > 0; left -= 1) {
    const isAsked = async () => {
      const lines = await asking();
      return lines.length === left && lines;
    };
    const [line = ''] = await until('the passwords are asked for', isAsked, patience);
    const url = [...passwords.keys()].find((one) => line.includes(`${one} `)) ?? '';
    await fill(popup, 'Password of this report', passwords.get(url) ?? '');
    await press(popup, 'Send');
  }
  await popup.locator(byRole('button', 'Create report')).wait();
  await closePopup(popup);
  await page.close();
}

function seconds(since: number): number {
  return Math.round((Date.now() - since) / 1000);
}
