import type { ReadList } from '@/lib/connection/connection';
import type { Outcome } from '@/lib/outcome';
import { isSameQuery, type ReportQuery } from '@/lib/report/report-query';

/** A question that was asked before there was a list to ask it. */
export interface EarlyQuestion {
  query: ReportQuery;
  answer: Promise<Outcome<ReadList>>;
}

type Ask = (query: ReportQuery) => Promise<Outcome<ReadList>>;

/** Asks as given, only that the first question, where it is the early one, has its answer already. */
export function withEarlyAnswer(ask: Ask, early: EarlyQuestion | null): Ask {
  let unused = early;
  return (query) => {
    const isEarly = unused !== null && isSameQuery(unused.query, query);
    const answer = unused !== null && isEarly ? unused.answer : ask(query);
    unused = null;
    return answer;
  };
}
