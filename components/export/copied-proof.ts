import type { Words } from '@/components/text/language';
import type { JudgedPage, Ticket } from '@/lib/report/compare/tickets';
import type { CopiedDocuments } from './copied-text';
import { type ProofFacts, proofDocument } from './proof';
import { type CheckTools, readNamedChecks } from './report-reading';

/** The problem of a ticket, without its pages. */
export type CopiedProblem = Omit<Ticket, 'id' | 'pages'>;

export interface CopiedProof extends CopiedDocuments {
  /** The number of measured pages whose report was not read. */
  unread: number;
}

/**
 * Returns the proof of a ticket. Reads unknown findings of the measured pages first.
 * @throws {StoppedReading} if the reading is stopped
 */
export async function loadProof(
  ticket: CopiedProblem,
  pages: readonly JudgedPage[],
  facts: Omit<ProofFacts, 'checkOf' | 'unreadIds'>,
  tools: CheckTools,
): Promise<CopiedProof> {
  const measured = pages.flatMap((page) => {
    const isMeasured = page.status !== 'muted' && page.result !== null;
    return (isMeasured && facts.reportOf(page)) || [];
  });
  const checks = await readNamedChecks(ticket.check, measured, tools);
  const documentIn = (words: Words) => proofDocument(ticket, pages, { ...facts, ...checks }, words);
  return {
    documents: [{ client: ticket.client, documentIn }],
    isForTracker: true,
    unread: checks.unreadIds.size,
  };
}
