import { isOperation } from '@/lib/jobs/jobs-state';
import type { Command, JobsEvent, StoredPart } from '@/lib/jobs/types';
import type { Report, ReportList } from '@/lib/report/report';
import { hasFailed, type Result } from '@/lib/result';
import { START, type World } from './model';
import type { ServiceRequest } from './requests';

/** Writes a line of the log. */
export function note({ log, now }: World, text: () => string): void {
  log?.push(`${((now - START) / 1000).toFixed(0).padStart(6)} s  ${text()}`);
}

export function eventText(event: JobsEvent): string {
  switch (event.type) {
    case 'pressed':
    case 'removed':
      return event.type;
    case 'started':
      return `started with ${event.jobs.map(({ header }) => header.id).join(', ') || 'no jobs'}`;
    case 'operationsRead':
      return `operationsRead of ${event.jobId}`;
    case 'listed':
      return `listed ${event.list.reports.map(({ id, url }) => `${id} ${url}`).join(', ')}`;
    case 'answered':
      return `answered ${event.operationId}: ${resultText(event.answer.result)}`;
    case 'checked':
      return `checked ${event.operationId}: ${resultText(event.read)}`;
    case 'lookedUp': {
      const { lists } = event;
      const newest = lists?.newest ? `, newest list: ${resultText(lists.newest)}` : '';
      return `lookedUp ${event.operationId}: ${lists ? resultText(lists.own) : 'found'}${newest}`;
    }
    default:
      return JSON.stringify(event);
  }
}

function resultText(result: Result<Report | ReportList | null>): string {
  if (hasFailed(result)) return JSON.stringify(result.failure);
  const { value } = result;
  if (value === null) return 'success without a report';
  return 'id' in value ? `report ${value.id}` : `${value.reports.length} reports`;
}

export function commandText(command: Command): string {
  switch (command.kind) {
    case 'store':
      return `store ${command.parts.map(partText).join(' | ')}`;
    case 'publish': {
      const { finished } = command.changes;
      const ends = finished.map((one) => `${one.jobId}-${one.index} ${one.operation.status.name}`);
      return `publish ${ends.join(', ')}; ended: ${command.ended.join(', ')}`;
    }
    case 'reply':
      return `reply ${JSON.stringify(command.reply)}`;
    case 'remove':
      return `remove ${command.layouts.map(({ job, keepsHeader }) => `${job.id}${keepsHeader ? ' (operations)' : ''}`)}`;
    default:
      return `${command.kind} ${command.entry.job.id}-${command.entry.index}`;
  }
}

function partText({ job, hasHeader, chunks }: StoredPart) {
  const statuses = chunks.map((at) =>
    (job.chunks?.[at] ?? []).map((slot) =>
      isOperation(slot) ? slot.status.name + (slot.isTakenBack ? ' (taken back)' : '') : 'none',
    ),
  );
  const pause = job.header.isPaused ? ' paused' : '';
  return `${job.header.id}${hasHeader ? ' with header' : ''}${pause}: ${statuses.join('; ')}`;
}

export function requestText(request: ServiceRequest): string {
  const what = 'url' in request ? request.url : 'id' in request ? request.id : request.query.search;
  return `${request.verb} ${what} for ${request.operationId}`;
}
