import type { ReadonlySignal } from '@preact/signals';
import { attempt } from '@/components/ui/state/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Failure } from '@/lib/failure';
import { hasFailed, type Result } from '@/lib/result';

/** The calls of the background that the parts of an extension page use. */
export type PageBackground = Pick<
  BackgroundApi,
  | 'changeMarks'
  | 'createJob'
  | 'getAccount'
  | 'getBackupReminder'
  | 'getDueReports'
  | 'getFindings'
  | 'getHistoryChanges'
  | 'getMarks'
  | 'getMutes'
  | 'getNews'
  | 'getPages'
  | 'getReport'
  | 'getReportDates'
  | 'getReportsById'
  | 'getTrends'
  | 'listFurtherReports'
  | 'listHistory'
  | 'listReports'
  | 'readAllReports'
  | 'readSitemap'
  | 'retryNow'
  | 'stopReading'
  | 'updateJob'
>;

type Call<Args extends unknown[], T> = (...args: Args) => Promise<Result<T>>;

const NOT_CONNECTED: { failure: Failure } = { failure: { code: 'notConnected' } };

/**
 * Returns the background for an extension page that stays with one connection. While this connection
 * is not in use, no call reaches the worker. Reads wait until the connection is used again. Calls of
 * presses fail with `notConnected`.
 */
export function backgroundInUse(
  background: PageBackground & Pick<BackgroundApi, 'prepare'>,
  isInUse: ReadonlySignal<boolean>,
): PageBackground {
  function press<Args extends unknown[], T>(call: Call<Args, T>): Call<Args, T> {
    return async (...args) => (isInUse.value ? call(...args) : NOT_CONNECTED);
  }

  /** Repeats a read that fails because another connection is being put in use, or has been. */
  function read<Args extends unknown[], T>(call: Call<Args, T>): Call<Args, T> {
    return async function readInUse(...args: Args): Promise<Result<T>> {
      await untilTrue(isInUse);
      const result = await call(...args);
      if (!hasFailed(result)) return result;
      const isChanging = result.failure.code === 'changingService';
      // `prepare` resolves when the change has ended.
      if (isChanging) await attempt(background.prepare);
      return isChanging || !isInUse.value ? readInUse(...args) : result;
    };
  }

  return {
    changeMarks: press(background.changeMarks),
    createJob: press(background.createJob),
    getDueReports: press(background.getDueReports),
    readSitemap: press(background.readSitemap),
    retryNow: press(background.retryNow),
    stopReading: press(background.stopReading),
    updateJob: press(background.updateJob),
    getAccount: read(background.getAccount),
    getBackupReminder: read(background.getBackupReminder),
    getFindings: read(background.getFindings),
    getHistoryChanges: read(background.getHistoryChanges),
    getMarks: read(background.getMarks),
    getMutes: read(background.getMutes),
    getNews: read(background.getNews),
    getPages: read(background.getPages),
    getReport: read(background.getReport),
    getReportDates: read(background.getReportDates),
    getReportsById: read(background.getReportsById),
    getTrends: read(background.getTrends),
    listFurtherReports: read(background.listFurtherReports),
    listHistory: read(background.listHistory),
    listReports: read(background.listReports),
    readAllReports: read(background.readAllReports),
  };
}

async function untilTrue(condition: ReadonlySignal<boolean>): Promise<void> {
  if (condition.value) return;
  let end = () => {};
  await new Promise<void>((resolve) => {
    end = condition.subscribe((isTrue) => {
      if (isTrue) resolve();
    });
  });
  end();
}
