import type { Client } from '@/lib/api/client';
import { type Failure, mayHaveBeenDone } from '@/lib/model/failure';
import { hasFailed, type Outcome } from '@/lib/model/outcome';
import { type Report, reportOf } from '@/lib/model/report';
import type { ReportDraft } from '@/lib/model/report-draft';
import { RECENT_REPORTS_QUERY } from '@/lib/model/report-query';
import type { Submission } from '@/lib/model/submission';
import type { SerialItem } from './serial-item';

/** Reports on their way to the service, each stored before its request goes out. */
export interface Submissions {
  /**
   * Creates a report. The value is null when the service accepted it without showing it. A failure
   * stays in the store until it is discarded. An id that is known already sends nothing.
   */
  create(id: string, draft: ReportDraft): Promise<Outcome<Report | null>>;
  /** Finds out what became of requests that were cut off with the worker's last life. */
  resume(): Promise<void>;
  discard(id: string): Promise<void>;
  /** Settles what was unclear with reports that the service lists. Never rejects. */
  settle(listed: readonly Report[]): Promise<void>;
}

interface SubmissionTools {
  item: SerialItem<Submission[]>;
  client: Client;
  signal: AbortSignal;
  /** The ids of all reports that are known here of a page, or listed. */
  knownIds: (url: string) => Promise<string[]>;
  /** Called with each report that was created. */
  onCreated: (report: Report, draft: Submission) => Promise<void>;
}

/** Makes the submissions of one connection. */
export function createSubmissions(tools: SubmissionTools): Submissions {
  const { item, client, signal, knownIds, onCreated } = tools;
  /** Requests of this worker's own life; any other that is `sending` was cut off. */
  const underWay = new Set<string>();

  async function discard(id: string): Promise<void> {
    await item.change((submissions) => submissions.filter((other) => other.id !== id));
  }

  async function keepFailure(id: string, failure: Failure): Promise<void> {
    const state = mayHaveBeenDone(failure) ? 'unclear' : 'failed';
    await item.change((submissions) =>
      submissions.map((other) => {
        const { url, privacy, knownIds: known } = other;
        return other.id === id ? { id, url, privacy, knownIds: known, state, failure } : other;
      }),
    );
  }

  async function succeed(submission: Submission, report: Report | null): Promise<void> {
    if (report !== null) await onCreated(report, submission);
    await discard(submission.id);
  }

  /** The report that a submission has become, null where the service lists none. */
  async function findCreated(submission: Submission): Promise<Outcome<Report | null>> {
    const listed = await client.list({ ...RECENT_REPORTS_QUERY, search: submission.url }, signal);
    if (hasFailed(listed)) return listed;
    return { value: listed.value.reports.find((report) => isBornOf(report, submission)) ?? null };
  }

  /** Looks for the report after a request without a clear answer. */
  async function clarify(
    submission: Submission,
    failure: Failure,
  ): Promise<Outcome<Report | null>> {
    const found = await findCreated(submission);
    if (!hasFailed(found) && found.value !== null) {
      await succeed(submission, found.value);
      return found;
    }
    await keepFailure(submission.id, failure);
    return { failure };
  }

  async function send(submission: Submission, draft: ReportDraft): Promise<Outcome<Report | null>> {
    const created = await client.create(draft, signal);
    if (hasFailed(created)) {
      if (mayHaveBeenDone(created.failure)) return clarify(submission, created.failure);
      await keepFailure(submission.id, created.failure);
      return created;
    }
    if (created.value !== null) {
      const report = reportOf(created.value);
      await succeed(submission, report);
      return { value: report };
    }
    const found = await findCreated(submission);
    const report = hasFailed(found) ? null : found.value;
    await succeed(submission, report);
    return { value: report };
  }

  return {
    discard,
    async create(id, draft) {
      const { url, privacy } = draft;
      const submission: Submission = {
        id,
        url,
        privacy,
        knownIds: await knownIds(url).catch(() => []),
        state: 'sending',
      };
      let isNew = false;
      await item.change((submissions) => {
        isNew = !submissions.some((other) => other.id === id);
        return isNew ? [...submissions, submission] : submissions;
      });
      if (!isNew) return { failure: { code: 'interrupted' } };
      underWay.add(id);
      try {
        return await send(submission, draft);
      } finally {
        underWay.delete(id);
      }
    },
    async settle(listed) {
      const settling = item.change((submissions) => {
        const open = submissions.filter(
          (submission) =>
            submission.state !== 'unclear' ||
            !listed.some((report) => isBornOf(report, submission)),
        );
        return open.length === submissions.length ? submissions : open;
      });
      await settling.catch(() => {});
    },
    async resume() {
      const submissions = await item.read();
      const cutOff = submissions.filter(
        ({ id, state }) => state === 'sending' && !underWay.has(id),
      );
      await Promise.all(cutOff.map((submission) => clarify(submission, { code: 'interrupted' })));
    },
  };
}

/** Whether a report is what a submission has become: of its address and privacy, and not there before. */
function isBornOf({ id, url, privacy }: Report, submission: Submission): boolean {
  return (
    url === submission.url &&
    !submission.knownIds.includes(id) &&
    (privacy === null || privacy === submission.privacy)
  );
}
