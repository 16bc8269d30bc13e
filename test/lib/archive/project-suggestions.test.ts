import { expect, it } from 'vitest';
import { offeredProjects } from '@/lib/archive/project-suggestions';

const many = Array.from({ length: 90 }, (_, index) => `Project ${index + 10}`);

it.each<[string, string[], string, string[]]>([
  ['once each and sorted', ['Shop', 'Äpfel', 'Blog', 'Shop'], '', ['Äpfel', 'Blog', 'Shop']],
  ['in any case', ['Shop', 'Workshop', 'Blog'], ' SHO ', ['Shop', 'Workshop']],
  ['without a project that is typed in full', ['Shop', 'Shop 2'], 'Shop ', ['Shop 2']],
  ['not at all where there is nothing to choose from', ['Shop', 'Shop'], '', []],
  ['even as the only match once something is typed', ['Shop'], 's', ['Shop']],
  ['eight at most', many, '', many.slice(0, 8)],
  ['also from beyond the first eight', many, '99', ['Project 99']],
])('projects are offered %s', (_, seen, typed, offered) => {
  expect(offeredProjects(seen, typed)).toEqual(offered);
});
