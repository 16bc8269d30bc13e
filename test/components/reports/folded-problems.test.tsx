import { render } from 'preact';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { preferencesItem } from '@/lib/settings/preferences';
import { reportOn } from '../../support/sample-report';
import { SIX_CLIENTS } from '../../support/six-clients';
import { all, one, press, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';
import { drawWeekComparison } from '../../support/week-comparison';

beforeEach(useEnglish);

/** Draws *All reports* in a window with a height in pixels. */
async function drawInWindow(height: number) {
  const before = innerHeight;
  window.innerHeight = height;
  onTestFinished(() => {
    window.innerHeight = before;
  });
  const drawn = await drawWeekComparison(SIX_CLIENTS);
  await one('region', 'What is wrong');
  return drawn;
}

const readExpanded = async (button: string) =>
  (await one('button', button)).getAttribute('aria-expanded');
const foldableParts = () => [...document.querySelectorAll<HTMLElement>('.findings .part')];
const readBrief = async (region: string) =>
  [...(await one('region', region)).querySelectorAll('.brief button')].map(
    ({ textContent }) => textContent,
  );

it('problems are folded at first in a low window, the worst new problem first', async () => {
  await drawInWindow(625);
  expect(await readExpanded('What is wrong')).toBe('false');
  expect(foldableParts().every(({ hidden }) => Boolean(hidden))).toBe(true);
  await waitUntil(async () =>
    expect(await readBrief('What is wrong')).toEqual([
      'Noindex 2 pages',
      'Robots.txt 2 pages',
      'Load time 2 pages',
    ]),
  );
  expect(await readBrief('Fixed')).toEqual(['Meta description 3 pages', 'Title 1 page']);
});

it('a press on a check of a folded list opens its pages', async () => {
  await drawInWindow(625);
  await press('Robots.txt 2 pages');
  await one('heading', 'Robots.txt, 2 pages high · bergblick.example');
});

it('a press folds and unfolds all lists, even after Back', async () => {
  await drawInWindow(800);
  expect(await readExpanded('What is wrong')).toBe('true');
  expect(foldableParts().some(({ hidden }) => Boolean(hidden))).toBe(false);
  await press('What is wrong');
  expect(foldableParts().every(({ hidden }) => Boolean(hidden))).toBe(true);
  await press('bergblick.example');
  expect(await readExpanded('New')).toBe('false');
  await press('New');
  await press('Back');
  expect(await readExpanded('What is wrong')).toBe('true');
});

it.each([
  { height: 625, unfoldsProblems: true },
  { height: 800, unfoldsProblems: false },
])('the lists open as a person has left them, unfolded: $unfoldsProblems', async (choice) => {
  const { height, unfoldsProblems } = choice;
  await drawInWindow(height);
  await press('What is wrong');
  await waitUntil(async () =>
    expect(await preferencesItem.read()).toMatchObject({ unfoldsProblems }),
  );
  render(null, document.body);
  await drawInWindow(height);
  expect(await readExpanded('What is wrong')).toBe(String(unfoldsProblems));
});

it('the button for all checks has the singular if a single check fails', async () => {
  await drawWeekComparison([
    reportOn(4, 'alpen.example/', 26, 58, 'noindex'),
    reportOn(3, 'fahrrad.example/', 26, 66, 'noindex'),
    reportOn(2, 'alpen.example/', 19, 60),
    reportOn(1, 'fahrrad.example/', 19, 68),
  ]);
  await one('button', '1 check');
});

it('All checks unfolds folded lists', async () => {
  await drawInWindow(625);
  const [toggle] = all('button').filter(({ textContent }) => /^All \d+ checks$/.test(textContent));
  expect(toggle?.getAttribute('aria-expanded')).toBe('false');
  toggle?.click();
  await one('searchbox', 'Find a check');
  expect(await readExpanded('What is wrong')).toBe('true');
});

describe('the three lines of new problems', () => {
  /** Draws a page on which checks are new, and returns the names in the list and the line below. */
  async function drawNew(...checks: string[]) {
    const before = reportOn(1, 'a.example/', 19, 90);
    await drawWeekComparison([reportOn(2, 'a.example/', 26, 40, ...checks), before]);
    const region = await one('region', 'What is wrong');
    const listed = all('listitem', undefined, region);
    return {
      listed: listed.map((item) => item.querySelector('b')?.textContent),
      others: region.querySelector('.part > p')?.textContent,
    };
  }
  const IMPORTANT = ['headings', 'meta_description', 'noindex', 'robots', 'title'];

  it('list all new problems if all have high importance', async () => {
    const { listed, others } = await drawNew(...IMPORTANT);
    expect(listed).toHaveLength(IMPORTANT.length);
    expect(others).toBeUndefined();
  });

  it('list four, and name the others in one line', async () => {
    const { listed, others } = await drawNew(...IMPORTANT, 'load_time');
    expect(listed).toHaveLength(4);
    expect(others).toMatch(/^Also new: .+ \(1 page, high\), Load time \(1 page, medium\)$/);
  });

  it('say that nothing is new', async () => {
    expect(await drawNew()).toEqual({ listed: [], others: 'Nothing new' });
  });
});

it('Find in page unfolds the list that contains the text', async () => {
  await drawInWindow(625);
  foldableParts()[1]?.dispatchEvent(new Event('beforematch'));
  await waitUntil(async () => expect(await readExpanded('What is wrong')).toBe('true'));
});
