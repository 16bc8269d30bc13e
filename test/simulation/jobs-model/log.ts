import { isOperation } from '@/lib/jobs/jobs-state';
import type { Command, JobRemoval, JobsEvent, Slot, StoredPart } from '@/lib/jobs/types';
import type { Report, ReportList } from '@/lib/report/report';
import { hasFailed, type Result } from '@/lib/result';
import { type Model, START } from './model';
import type { ServiceRequest } from './requests';

/** Adds a line to the log. Calls `text` only if the log is written. */
export function writeLog({ log, now }: Model, text: () => string): void {
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
      return `lookedUp ${event.operationId}: ${lists ? resultText(lists.own) : 'found by another list'}${newest}`;
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
      return command.removals.length > 0
        ? removalsText(command.removals)
        : `store ${command.parts.map(partText).join(' | ')}`;
    case 'publish': {
      const { finished } = command.changes;
      const finishedTexts = finished.map(
        ({ jobId, index, operation }) => `${jobId}-${index} ${operation.status.name}`,
      );
      return `publish ${finishedTexts.join(', ')}; jobs that ended: ${command.ended.join(', ')}`;
    }
    case 'reply':
      return `reply ${JSON.stringify(command.reply)}`;
    case 'remove':
      return removalsText(command.removals);
    default:
      return `${command.kind} ${command.entry.job.id}-${command.entry.index}`;
  }
}

function removalsText(removals: readonly JobRemoval[]): string {
  const texts = removals.map(({ job, keepsHeader }) =>
    keepsHeader ? `operations of ${job.id}` : job.id,
  );
  return `remove ${texts.join(', ')}`;
}

function partText({ job, hasHeader, chunks }: StoredPart): string {
  const statuses = chunks.map((chunkIndex) => (job.chunks?.[chunkIndex] ?? []).map(slotText));
  const header = hasHeader ? ' with header' : '';
  const pause = job.header.isPaused ? ' paused' : '';
  return `${job.header.id}${header}${pause}: ${statuses.join('; ')}`;
}

function slotText(slot: Slot): string {
  if (!isOperation(slot)) return 'none';
  return slot.isTakenBack ? `${slot.status.name} (taken back)` : slot.status.name;
}

export function requestText(request: ServiceRequest): string {
  return `${request.verb} ${targetOf(request)} for ${request.operationId}`;
}

function targetOf(request: ServiceRequest): string {
  if (request.verb === 'create') return request.url;
  return request.verb === 'list' ? request.query.search : request.id;
}
