import { describe, expect, it } from 'vitest';
import { offeredProjects } from '@/lib/list/project-suggestions';

describe('the projects that are offered', () => {
  it('are each once and sorted', () => {
    expect(offeredProjects(['Shop', 'Äpfel', 'Blog', 'Shop'], '')).toEqual([
      'Äpfel',
      'Blog',
      'Shop',
    ]);
  });

  it('are those that contain what is typed, in any case and without the spaces around it', () => {
    expect(offeredProjects(['Shop', 'Workshop', 'Blog'], ' SHO ')).toEqual(['Shop', 'Workshop']);
  });

  it('leave out the one that is typed in full', () => {
    expect(offeredProjects(['Shop', 'Shop 2'], 'Shop')).toEqual(['Shop 2']);
    expect(offeredProjects(['Shop'], 'Shop ')).toEqual([]);
  });

  it('are none while nothing is typed and there is nothing to choose from', () => {
    expect(offeredProjects(['Shop', 'Shop'], '')).toEqual([]);
    expect(offeredProjects(['Shop'], 's')).toEqual(['Shop']);
  });

  it('are at most eight', () => {
    const seen = Array.from({ length: 90 }, (_, index) => `Project ${index + 10}`);
    expect(offeredProjects(seen, '')).toHaveLength(8);
    expect(offeredProjects(seen, '')[7]).toBe('Project 17');
    expect(offeredProjects(seen, '99')).toEqual(['Project 99']);
  });
});
