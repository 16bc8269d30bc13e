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
  /** Called when the service has made a report; null where it does not show which. Never rejects. */
  onAccepted: (submission: Submission, report: Report | null) => Promise<void>;
}

/** Makes the submissions of one connection. */
export function createSubmissions(tools: SubmissionTools): Submissions {
  const { item, client, signal, knownIds, onAccepted } = tools;
  /** Requests of this worker's own life; any other that is `sending` was cut off. */
  const underWay = new Set<string>();

  async function discard(id: string): Promise<void> {
    await item.change((submissions) => without(submissions, id));
  }

  async function keepFailure(id: string, failure: Failure): Promise<void> {
    const state = mayHaveBeenDone(failure) ? 'unclear' : 'failed';
    const keeping = item.change((submissions) =>
      submissions.map((other) => {
        const { url, privacy, knownIds: known } = other;
        return other.id === id ? { id, url, privacy, knownIds: known, state, failure } : other;
      }),
    );
    // A full store must not hide what the service has answered.
    await keeping.catch(() => {});
  }

  async function succeed(submission: Submission, report: Report | null): Promise<void> {
    const removing = item.change((submissions) =>
      without(taken(submissions, submission.url, report), submission.id),
    );
    await removing.catch(() => {});
    await onAccepted(submission, report);
  }

  /** The report that a submission has become, null where the service lists none. */
  async function findCreated(submission: Submission): Promise<Outcome<Report | null>> {
    const listed = await client.list({ ...RECENT_REPORTS_QUERY, search: submission.url }, signal);
    if (hasFailed(listed)) return listed;
    // Another submission of the same address may have taken one of them in the meantime.
    const kept = (await item.read()).find(({ id }) => id === submission.id) ?? submission;
    return { value: listed.value.reports.find((report) => isBornOf(report, kept)) ?? null };
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
    const found =
      created.value === null ? await findCreated(submission) : { value: reportOf(created.value) };
    const report = hasFailed(found) ? null : found.value;
    await succeed(submission, report);
    return { value: report };
  }

  /** Stores a submission; false when its id was there before. Rejects when the store fails. */
  async function keep(submission: Submission): Promise<boolean> {
    let isNew = false;
    await item.change((submissions) => {
      isNew = !submissions.some((other) => other.id === submission.id);
      return isNew ? [...submissions, submission] : submissions;
    });
    return isNew;
  }

  return {
    discard,
    async create(id, draft) {
      if (underWay.has(id)) return { failure: { code: 'interrupted' } };
      underWay.add(id);
      try {
        const { url, privacy } = draft;
        const known = await knownIds(url).catch(() => []);
        const submission: Submission = { id, url, privacy, knownIds: known, state: 'sending' };
        const isNew = await keep(submission).catch(() => null);
        if (isNew === null) return { failure: { code: 'not-stored' } };
        if (!isNew) return { failure: { code: 'interrupted' } };
        return await send(submission, draft);
      } finally {
        underWay.delete(id);
      }
    },
    async settle(listed) {
      const settled: [Submission, Report][] = [];
      const settling = item.change((submissions) => {
        let open = submissions;
        for (const report of listed) {
          const submission = open.find(
            (other) => other.state === 'unclear' && isBornOf(report, other),
          );
          if (!submission) continue;
          settled.push([submission, report]);
          open = without(taken(open, submission.url, report), submission.id);
        }
        return open;
      });
      await settling.catch(() => {});
      for (const [submission, report] of settled) await onAccepted(submission, report);
    },
    async resume() {
      const cutOff = (await item.read()).filter(
        ({ id, state }) => state === 'sending' && !underWay.has(id),
      );
      await Promise.all(
        cutOff.map(async (submission) => {
          underWay.add(submission.id);
          await clarify(submission, { code: 'interrupted' });
          underWay.delete(submission.id);
        }),
      );
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

/** The submissions, of which those of the same address now know that a report is another's. */
function taken(submissions: Submission[], url: string, report: Report | null): Submission[] {
  if (report === null) return submissions;
  const { id } = report;
  return submissions.map((other) =>
    other.url !== url || other.state === 'failed' || other.knownIds.includes(id)
      ? other
      : { ...other, knownIds: [...other.knownIds, id] },
  );
}

/** The same list where there is nothing to leave out, which is then not written again. */
function without(submissions: Submission[], id: string): Submission[] {
  const left = submissions.filter((other) => other.id !== id);
  return left.length === submissions.length ? submissions : left;
}
