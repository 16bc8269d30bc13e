import { expect, it } from 'vitest';
import { projectOfPage, typedProject } from '@/lib/report/project';

it.each([
  ['https://www.shop.example/a?b=1', 'shop.example'],
  [' shop.example ', 'shop.example'],
  ['http://shop.example:8080/a', 'shop.example'],
  ['Shop of the harbour', 'Shop of the harbour'],
  ['intranet', 'intranet'],
])('typedProject of %j is %j', (typed, project) => {
  expect(typedProject(typed)).toBe(project);
});

it('typedProject of an address equals projectOfPage', () => {
  const url = 'http://www.shop.example:8080/a';
  expect(typedProject(url)).toBe(projectOfPage(url));
});
