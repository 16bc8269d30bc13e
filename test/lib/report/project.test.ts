import { expect, it } from 'vitest';
import { meantProject, projectOfPage } from '@/lib/report/project';

it.each([
  ['https://www.shop.example/a?b=1', 'shop.example'],
  [' shop.example ', 'shop.example'],
  ['http://shop.example:8080/a', 'shop.example'],
  ['Shop of the harbour', 'Shop of the harbour'],
  ['intranet', 'intranet'],
])('%j means the project %j', (typed, project) => {
  expect(meantProject(typed)).toBe(project);
});

it('a page is of the project that its address means', () => {
  const url = 'http://www.shop.example:8080/a';
  expect(meantProject(url)).toBe(projectOfPage(url));
});
