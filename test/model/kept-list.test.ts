import { describe, expect, it } from 'vitest';
import { keptList } from '@/lib/model/kept-list';
import { storedList } from '../support/sample-list';
import { sampleReport } from '../support/sample-report';

function listOf(count: number, letter: string, length: number) {
  const reports = Array.from({ length: count }, (_, index) =>
    sampleReport(String(index), { url: `https://host.example/${letter.repeat(length)}` }),
  );
  return { ...storedList(), reports };
}

describe('what is stored of a list', () => {
  it('is all of it, with 100 addresses as long as any page needs', () => {
    const list = listOf(100, 'x', 2_000);
    expect(keptList(list)).toBe(list);
  });

  it('is nothing where it would take more than two million bytes', () => {
    expect(keptList(listOf(45, 'x', 100_000))).toBeNull();
    expect(keptList(listOf(1, 'x', 1_999_000))).not.toBeNull();
    expect(keptList(listOf(1, 'x', 2_000_000))).toBeNull();
  });

  it('goes by bytes and not by letters', () => {
    expect(keptList(listOf(1, '語', 700_000))).toBeNull();
  });
});
