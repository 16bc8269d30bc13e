import type { Filters } from '@/components/table/overview-state';
import {
  type Overview,
  overviewOf,
  type PageRow,
  type Problem,
  problemsOf,
  worstFirst,
  worstOf,
} from '@/lib/report/compare/findings';
import type { Importance } from '@/lib/report/importance';
import { shownProject } from '@/lib/report/project';
import type { Report } from '@/lib/report/report';
import { pageHost } from '@/lib/url/page-key';

/** A client's pages: those of one project, or of one host where the service names no project. */
export interface Client {
  name: string;
  pages: PageRow[];
}

/** The clients that pages belong to, in the order of the pages. */
export function clientsOf(pages: readonly PageRow[]): Client[] {
  const clients = new Map<string, Client>();
  for (const page of pages) {
    const { project, url, id } = page.report;
    const host = hostOf(page.report);
    const name = shownProject(project ?? (host || (url ?? id)));
    const known = clients.get(name) ?? { name, pages: [] };
    known.pages.push(page);
    clients.set(name, known);
  }
  return [...clients.values()];
}

/** The host of a report's page, without `www.`; empty where its address is not known. */
export function hostOf({ fullUrl }: Pick<Report, 'fullUrl'>): string {
  return pageHost(URL.parse(fullUrl ?? '')?.hostname ?? '');
}

/** By what pages were chosen: a list of them may be shorter than their client's. */
export interface ListedBy extends Filters {
  /** A part of their addresses; empty: not by this. */
  search: string;
  /** Whether they are those of a batch. */
  isOfBatch: boolean;
  /** Whether there are others among them, which were updated since and stay in sight. */
  hasKept: boolean;
  /** Whether a person has selected them; then nothing else is said of them. */
  isSelected: boolean;
}

/** How many reports were read, where these are not all. */
export interface PartRead {
  read: number;
  /** How many there are; null where the service does not say so. */
  total: number | null;
}

/** How a client stands and has developed, by all its pages. */
export interface ClientNumbers {
  pages: readonly PageRow[];
  overview: Overview;
  problems: Record<Importance, Problem[]>;
  worst: readonly PageRow[];
}

/** What is said of a client: the same whether it is copied, printed or saved. */
export interface ClientSummary {
  name: string;
  /** Null where not all pages of the client are known: then no number is said of it. */
  numbers: ClientNumbers | null;
  /** The pages that were chosen, the worst first. */
  listed: readonly PageRow[];
  listedBy: ListedBy;
  /** Null where all reports were read. */
  partRead: PartRead | null;
}

/** So many of the worst pages are named. */
const MOST_WORST = 3;

interface Chosen extends Pick<ClientSummary, 'listed' | 'listedBy' | 'partRead'> {
  /** All pages of the clients of those that were chosen, maybe with others; null where these are not known. */
  all: readonly PageRow[] | null;
}

/** Sums up the clients that chosen pages belong to, in the order of the pages. */
export function clientSummaries({ all, listed, ...facts }: Chosen): ClientSummary[] {
  const keys = new Set(all?.map(({ key }) => key));
  const chosen = new Set(listed.map(({ key }) => key));
  // What was chosen may have been made since all were read.
  const further = listed.filter(({ key }) => !keys.has(key));
  return clientsOf([...(all ?? []), ...further]).flatMap(({ name, pages }) => {
    const ofClient = pages.filter(({ key }) => chosen.has(key));
    if (ofClient.length === 0) return [];
    const numbers = all && numbersOf(pages);
    return { ...facts, name, numbers, listed: worstFirst(ofClient) };
  });
}

function numbersOf(pages: readonly PageRow[]): ClientNumbers {
  return {
    ...{ pages, overview: overviewOf(pages), problems: problemsOf(pages) },
    worst: worstOf(pages, MOST_WORST),
  };
}
