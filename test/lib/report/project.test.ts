import { expect, it } from 'vitest';
import { meantProject, projectOfPage } from '@/lib/report/project';

it.each([
  ['https://www.shop.example/a?b=1', 'shop.example'],
  [' shop.example ', 'shop.example'],
  ['http://shop.example:8080/a', 'shop.example'],
  ['Shop of the harbour', 'Shop of the harbour'],
  ['intranet', 'intranet'],
])('meantProject of %j is %j', (typed, project) => {
  expect(meantProject(typed)).toBe(project);
});

it('meantProject of an address equals projectOfPage', () => {
  const url = 'http://www.shop.example:8080/a';
  expect(meantProject(url)).toBe(projectOfPage(url));
});
