import { computed } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { createReportStore } from '@/components/app/report-store';
import { deletion, finishedCreation, finishedEdit, update } from '../../support/sample-job';
import { sampleReport } from '../../support/sample-report';

const OLD = sampleReport('1', { score: 10 });
const NEW = sampleReport('1', { score: 90 });
const FOUND = { '1': { generatedAt: OLD.generatedAt, checks: [] } };

const at = (endedAt: number) => ({ endedAt });

describe('createReportStore', () => {
  it('is empty at first', () => {
    const store = createReportStore();
    expect(store.get('1')).toBeUndefined();
    expect(store.findingsOf(OLD)).toBeNull();
    expect(store.latestTime()).toBe(0);
  });

  it.each([
    ['a newer read', [20, 10], NEW],
    ['a read of the same time', [10, 10], NEW],
    ['the newer of two reads, even if the older answer arrives last', [5, 10], OLD],
  ])('shows %s', (_, [time = 0, former = 0], shown) => {
    const store = createReportStore();
    store.addRead([OLD], former);
    store.addRead([NEW], time);
    expect(store.get('1')).toBe(shown);
  });

  it('returns the same object if a newer read has an equal report', () => {
    const store = createReportStore();
    store.addRead([OLD], 10);
    store.addRead([{ ...OLD }], 20);
    expect(store.get('1')).toBe(OLD);
  });

  it('shows the outcome of an operation that ended after the request of a read', () => {
    const store = createReportStore();
    store.addOperations([{ ...finishedEdit('a', update({ results: 1 }, OLD), NEW), ...at(20) }]);
    store.addRead([OLD], 10);
    expect(store.get('1')).toBe(NEW);
  });

  it('shows a read that began after the end of an operation', () => {
    const store = createReportStore();
    store.addOperations([{ ...finishedEdit('a', update({ results: 1 }, OLD), OLD), ...at(20) }]);
    store.addRead([NEW], store.latestTime());
    expect(store.get('1')).toBe(NEW);
  });

  it('adds a created report', () => {
    const store = createReportStore();
    store.addOperations([finishedCreation('a', NEW)]);
    expect(store.get('1')).toBe(NEW);
  });

  it('changes the privacy that was sent if the answer shows no report', () => {
    const store = createReportStore();
    store.addRead([sampleReport('1', { privacy: 0 })], 10);
    const saved = { ...finishedEdit('a', update({ privacy: 1 }, OLD)), ...at(20) };
    store.addOperations([saved]);
    expect(store.get('1')).toEqual(sampleReport('1', { privacy: 1 }));
  });

  it('does not apply an operation again to a newer read', () => {
    const store = createReportStore();
    const saved = { ...finishedEdit('a', update({ privacy: 1 }, OLD)), ...at(20) };
    store.addRead([sampleReport('1', { privacy: 0 })], 30);
    store.addOperations([saved]);
    expect(store.get('1')?.privacy).toBe(0);
  });

  it('does not restore a deleted report after an older read', () => {
    const store = createReportStore();
    store.addOperations([{ ...finishedEdit('a', deletion(OLD)), ...at(20) }]);
    store.addRead([OLD], 10);
    expect(store.get('1')).toBeNull();
    store.addRead([NEW], 30);
    expect(store.get('1')).toBe(NEW);
  });

  it('returns null for a report that a read has not found', () => {
    const store = createReportStore();
    store.addRead([OLD], 10);
    store.addGone('1', 20);
    expect(store.get('1')).toBeNull();
  });

  it('keeps the findings of a result, even after a read without findings', () => {
    const store = createReportStore();
    store.addRead([OLD], 10, FOUND);
    store.addRead([OLD], 20);
    expect(store.findingsOf(OLD)).toEqual([]);
    expect(store.findingsOf({ ...OLD, generatedAt: '2026-11-29T00:00:00Z' })).toBeNull();
  });

  it('updates a computed value with each version', () => {
    const store = createReportStore();
    const score = computed(() => store.get('1')?.score);
    expect(score.value).toBeUndefined();
    store.addRead([NEW], 10);
    expect(score.value).toBe(90);
  });
});
