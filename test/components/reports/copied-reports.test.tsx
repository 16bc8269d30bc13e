import { beforeEach, describe, expect, it } from 'vitest';
import { routeTo } from '@/lib/browser-ui/reports-request';
import { openAtService } from '../../support/at-service';
import { replaceGlobal } from '../../support/replace-global';
import { drawReports } from '../../support/reports-view';
import { sampleReport } from '../../support/sample-report';
import { choose, one, press, pressInMenu, says, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

beforeEach(useEnglish);

/** Records the copied texts. */
function recordCopies(): string[] {
  const copied: string[] = [];
  replaceGlobal(
    'ClipboardItem',
    class {
      constructor(readonly data: Record<string, Promise<Blob>>) {}
    },
  );
  const write = async ([item]: { data: Record<string, Promise<Blob>> }[]) => {
    copied.push((await (await item?.data['text/plain'])?.text()) ?? '');
  };
  Object.assign(navigator, { clipboard: { write } });
  return copied;
}

const shownText = () => document.querySelector('.copied-text')?.textContent;

async function openWithReports() {
  const url = 'https://shop.example/beds';
  const extension = await openAtService([{ url, score: 60, failing: ['noindex'] }]);
  const copied = recordCopies();
  return { ...extension, copied };
}

describe('View after Copy as text', () => {
  it('shows the text of a row in the panel as it was copied, and in another language', async () => {
    const copied = recordCopies();
    await drawReports({ isPanel: true, isNarrow: true, reports: [sampleReport('1')] });
    await pressInMenu('Copy as text');
    await says('Report copied as text: host.example/1.');
    await press('View');
    await one('dialog', 'Copied text');
    expect(shownText()).toBe(copied[0]);
    expect(copied[0]).toContain('Result: ');
    await choose('Language', 'Deutsch');
    await waitUntil(() => expect(shownText()).toContain('Ergebnis: '));
    await press('Copy');
    await waitUntil(() => expect(copied).toEqual([expect.anything(), shownText()]));
  });

  it('shows the text of the open report as it was copied', async () => {
    const copied = recordCopies();
    await drawReports({ isPanel: true, isNarrow: true, reports: [sampleReport('1')] });
    await pressInMenu('Details');
    await press('More');
    await press('Copy as text', 'menuitem');
    await press('View');
    await one('dialog', 'Copied text');
    expect(shownText()).toBe(copied[0]);
  });

  it('shows the texts of a list as they were copied', async () => {
    const { copied, openReports } = await openWithReports();
    await openReports();
    await press('Export');
    await press('Copy as text', 'menuitem');
    await says('1 report copied.');
    await press('View');
    await one('dialog', 'Copied text');
    expect(shownText()).toBe(copied[0]);
  });

  it('shows the texts of a batch', async () => {
    const { api, connectionId, copied, openReports } = await openWithReports();
    const subjects = [{ kind: 'create', url: 'https://shop.example/sofas', privacy: 1 }] as const;
    await api.createJob(connectionId, { id: 'b', subjects, isBatch: true });
    await openReports({ route: routeTo({ name: 'batch', id: 'b' }) });
    await waitUntil(() => expect(document.querySelectorAll('.table-row')).toHaveLength(1));
    await waitUntil(() => expect(document.querySelector('.has-menu:disabled')).toBeNull());
    await press('Export');
    await press('Copy as text', 'menuitem');
    await says('1 report copied.');
    await press('View');
    await one('dialog', 'Copied text');
    expect(shownText()).toBe(copied[0]);
  });
});
