import { describe, expect, it } from 'vitest';
import { shortDate, shortDay, shortTime } from '@/components/text/dates';

const iso = '2026-11-03T09:41:00.000Z';

describe('dates', () => {
  it('are written with their year, and with the time only where it matters', () => {
    expect(shortDate(iso)).toMatch(/2026.*\d:\d\d/);
    expect(shortDay(iso)).toContain('2026');
    expect(shortDay(iso)).not.toMatch(/\d:\d\d/);
  });

  it('are left out of times of today', () => {
    const now = new Date();
    expect(shortTime(now.toISOString())).not.toContain(String(now.getFullYear()));
    expect(shortTime(iso)).toContain('2026');
  });
});
