import { shownProject } from '@/lib/report/project';
import type { Report } from '@/lib/report/report';
import { untrustedLine } from '@/lib/report/untrusted-line';
import { pageHost } from '@/lib/url/page-key';

/** Several clients that a person has put together under one name. */
export interface JoinedClient {
  name: string;
  /**
   * The names of single clients: projects, or hosts. The other clients have joined the first
   * client.
   */
  clients: readonly string[];
}

/** The names of clients, after clients were put together. */
export interface ClientNames {
  /** Returns the client of a report. */
  of(report: NamedReport): string;
  /** Returns the joined client of a single client; the same name if the client is single. */
  ofSingle(name: string): string;
  /**
   * Returns the current client for a stored name. The stored client may have been joined with
   * others or taken apart since.
   */
  current(name: string): string;
  /** Returns the single clients of a joined client. For a single client, returns only its name. */
  singlesOf(name: string): readonly string[];
}

/** @param apart the joined clients that were taken apart */
export function createClientNames(
  joined: readonly JoinedClient[],
  apart: readonly JoinedClient[] = [],
): ClientNames {
  const byName = new Map(joined.map((one) => [one.name, one]));
  const bySingle = new Map(
    joined.flatMap(({ name, clients }) => clients.map((one) => [one, name])),
  );
  const leadsTo = new Map(
    apart.map(({ name, clients }) => [name, clients.includes(name) ? name : (clients[0] ?? name)]),
  );
  const ofSingle = (name: string) => bySingle.get(name) ?? name;
  return {
    of: (report) => ofSingle(clientName(report)),
    ofSingle,
    current: (name) => (byName.has(name) ? name : ofSingle(leadsTo.get(name) ?? name)),
    singlesOf: (name) => byName.get(name)?.clients ?? [name],
  };
}

type NamedReport = Pick<Report, 'project' | 'fullUrl' | 'url' | 'id'>;

/**
 * Names of clients by report. *All reports* needs the names of thousands of reports after each
 * change.
 */
const names = new WeakMap<NamedReport, string>();

/**
 * Returns the single client of a report: its project or, without a project, its host. Returns a single
 * line, because a service may send any text.
 */
export function clientName(report: NamedReport): string {
  const known = names.get(report);
  if (known !== undefined) return known;
  const { project, url, id } = report;
  const name = untrustedLine(shownProject(project ?? (hostOfReport(report) || (url ?? id))));
  names.set(report, name);
  return name;
}

/** Hosts by report. Parsing thousands of addresses at each change is slow. */
const hosts = new WeakMap<Pick<Report, 'fullUrl'>, string>();

/** Returns the host without `www.`; empty if the address is unknown. */
export function hostOfReport(report: Pick<Report, 'fullUrl'>): string {
  const known = hosts.get(report);
  if (known !== undefined) return known;
  const host = pageHost(URL.parse(report.fullUrl ?? '')?.hostname ?? '');
  hosts.set(report, host);
  return host;
}
