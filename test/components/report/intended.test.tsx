import { beforeEach, describe, expect, it } from 'vitest';
import type { PageMute } from '@/lib/report/mutes';
import { usualChecks } from '../../service/served-checks';
import { openAtService } from '../../support/at-service';
import {
  all,
  expectFocus,
  itemsOf,
  one,
  openReport,
  press,
  row,
  says,
  saysNoMore,
  type,
  useEnglish,
} from '../../support/view';
import { waitUntil } from '../../support/wait-until';

beforeEach(useEnglish);

const PAGE = 'museum.example/visit';

/** Opens a report with three failed checks in the popup. */
async function openVisit(isPrivate = false) {
  const extension = await openAtService([
    { url: `https://${PAGE}`, result: 'decent' },
    { url: 'https://museum.example/', result: 'decent' },
  ]);
  const failing = ['title', 'noindex', 'sitemap'];
  extension.service.behave({ shape: { content: { results: usualChecks({ failing }) } } });
  const { connectionId, api } = extension;
  const mutesOf = async (page: string): Promise<PageMute[]> => {
    const result = await api.getMutes(connectionId, [page]);
    return 'value' in result ? (result.value[0] ?? []) : expect.fail(result.failure.code);
  };
  const show = async (isPrivateWindow: boolean) => {
    await extension.openPopup({ isPrivate: isPrivateWindow });
    await openReport(PAGE);
  };
  await show(isPrivate);
  await says('3 failed: 2 high, 0 medium, 1 low');
  return { mutesOf, show };
}

/** Opens the form of a failed check with two presses. */
async function openForm(check: string): Promise<void> {
  await press(`More: ${check}`);
  await press('This is intended', 'menuitem');
}

async function mute(check: string, note = ''): Promise<void> {
  await openForm(check);
  await one('dialog', `It is intended that ${check} fails`);
  await type('Note', note);
  await press('Mark as intended');
}

/** Unfolds the muted checks when the report is loaded. */
async function unfoldIntended(): Promise<void> {
  const findFold = () =>
    [...document.querySelectorAll('summary')].find(({ textContent }) =>
      textContent.startsWith('Intended'),
    );
  await waitUntil(() => expect(findFold()).toBeDefined());
  findFold()?.click();
}

describe('This is intended', () => {
  it('mutes a failed check on this page, with a note, and lists it below the failed checks', async () => {
    const { mutesOf } = await openVisit();
    await mute('Noindex', '  Stays out\nof search.  ');
    await says('2 failed: 1 high, 0 medium, 1 low');
    await says('1 intended');
    await says('Marked as intended: Noindex');
    expect(await mutesOf(PAGE)).toMatchObject([
      { check: 'noindex', errors: ['missing'], note: 'Stays out\nof search.', host: null },
    ]);
    expect(await mutesOf('museum.example')).toEqual([]);
    expect(itemsOf('Checks').join()).not.toContain('Noindex');
    await unfoldIntended();
    const [item] = await waitUntil(() => {
      const items = itemsOf('Intended');
      expect(items).toHaveLength(1);
      return items;
    });
    expect(item).toMatch(/^NoindexShow again.* · “Stays out of search\.”$/);
  });

  it('mutes a check of the host on all its pages', async () => {
    const { mutesOf } = await openVisit();
    await openForm('Sitemap');
    await says('On all pages of museum.example');
    await press('Mark as intended');
    await says('2 failed: 2 high, 0 medium, 0 low');
    expect(await mutesOf('museum.example/other')).toMatchObject([
      { check: 'sitemap', host: 'museum.example' },
    ]);
  });

  it('is undone by Undo', async () => {
    const { mutesOf } = await openVisit();
    await mute('Noindex');
    await press('Undo');
    await says('3 failed: 2 high, 0 medium, 1 low');
    await says('Undone');
    expect(await mutesOf(PAGE)).toEqual([]);
    await saysNoMore('1 intended');
  });

  it('begins with the focus in the note, and changes nothing after Cancel', async () => {
    const { mutesOf } = await openVisit();
    await openForm('Noindex');
    await expectFocus('Note');
    await press('Cancel');
    await waitUntil(() => expect(all('dialog')).toEqual([]));
    expect(await mutesOf(PAGE)).toEqual([]);
  });

  it('ends with Show again', async () => {
    const { mutesOf } = await openVisit();
    await mute('Noindex');
    await mute('Title');
    await says('2 intended');
    await unfoldIntended();
    await waitUntil(() => expect(itemsOf('Intended')).toHaveLength(2));
    all('button', 'Show again')[0]?.click();
    await says('1 intended');
    expect(await mutesOf(PAGE)).toHaveLength(1);
  });

  it('cannot add or remove mutes in a private window, which applies stored mutes', async () => {
    const { mutesOf, show } = await openVisit();
    await mute('Noindex');
    await says('1 intended');
    await show(true);
    await says('2 failed: 1 high, 0 medium, 1 low');
    await unfoldIntended();
    await says("Private windows can't mark findings as intended or show them again.");
    expect(all('button', 'Show again')).toEqual([]);
    await openForm('Title');
    const form = await one('dialog', 'It is intended that Title fails');
    expect(form.textContent).toContain("Private windows can't mark findings as intended");
    expect(all('button', 'Mark as intended')).toEqual([]);
    expect(await mutesOf(PAGE)).toHaveLength(1);
  });

  it('excludes muted checks from the count in the row of the list', async () => {
    const { show } = await openVisit();
    await mute('Noindex');
    await says('1 intended');
    await show(false);
    await press('Back');
    const shown = await row(PAGE);
    await waitUntil(() => expect(shown.textContent).toContain('2 issues'));
  });
});
