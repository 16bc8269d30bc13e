import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { HistoryState } from '@/components/app/history-state';
import { createClientLanguages } from '@/components/export/client-languages';
import { createCopiedText } from '@/components/export/copied-text';
import { writtenText } from '@/components/export/document';
import { countText, type Words } from '@/components/text/language';
import { NO_MARKS } from '@/lib/history/marks';
import { useMessages } from '../../support/messages';
import { waitUntil } from '../../support/wait-until';

beforeEach(() => useMessages('en'));

const REPORT = {
  client: 'mill.example',
  documentIn: (words: Words) => ({
    title: words.t('print.title'),
    head: [countText(1234.5, words)],
    sections: [],
  }),
};
const ENGLISH = 'SEO report\n1,234.5\n';
const GERMAN = 'SEO-Bericht\n1.234,5\n';

function open({ isPrivate = false, refusal }: { isPrivate?: boolean; refusal?: 'notStored' } = {}) {
  const languages = new Map<string, string>();
  const marks = () => ({
    ...NO_MARKS,
    languages: [...languages].map(([client, language]) => ({ client, language })),
  });
  const changeMarks = vi.fn<HistoryState['changeMarks']>(async (change) => {
    if (refusal) return { failure: { code: refusal } };
    if (change.kind === 'setLanguage') {
      for (const client of change.clients) languages.set(client, change.language);
    }
    return { value: { marks: marks(), changes: [] } };
  });
  const clientLanguages = createClientLanguages({ history: { marks, changeMarks }, isPrivate });
  const copies: { text: string; html: string | null }[] = [];
  const copied = createCopiedText({
    languages: clientLanguages,
    copyLater: async (text, html) => void copies.push({ text: await text, html: await html }),
  });
  const text = () => writtenText(copied.written.value);
  return { clientLanguages, copied, copies, changeMarks, text };
}

const LETTER = { documents: [REPORT], isForTracker: false };
const TICKET = { documents: [REPORT], isForTracker: true };

describe('createCopiedText', () => {
  it('shows the text in the language on screen, and writes it in another language', async () => {
    const { copied, copies, text } = open();
    copied.viewOf(LETTER).open();
    expect([copied.shown.value?.language, text()]).toEqual(['en', ENGLISH]);
    await copied.choose('de');
    expect([copied.shown.value?.language, text()]).toEqual(['de', GERMAN]);
    expect(await copied.copy()).toBe(true);
    expect(copies).toEqual([{ text: GERMAN, html: null }]);
  });

  it('remembers the language for the client', async () => {
    const { clientLanguages, copied, text } = open();
    copied.viewOf(LETTER).open();
    await copied.choose('de');
    copied.close();
    expect(clientLanguages.of('mill.example')).toBe('de');
    expect(clientLanguages.of('shop.example')).toBe('en');
    copied.viewOf(LETTER).open();
    expect([copied.shown.value?.language, text()]).toEqual(['de', GERMAN]);
  });

  it('stores nothing in a private window', async () => {
    const { copied, changeMarks, text } = open({ isPrivate: true });
    copied.viewOf(LETTER).open();
    await copied.choose('de');
    expect(text()).toBe(GERMAN);
    expect(changeMarks).not.toHaveBeenCalled();
  });

  it('says that the language could not be stored', async () => {
    const { copied, text } = open({ refusal: 'notStored' });
    copied.viewOf(LETTER).open();
    await copied.choose('de');
    expect(text()).toBe(GERMAN);
    expect(copied.failure.value).toMatch(/^Browser storage is full/);
  });

  it('shows the last of two choices', async () => {
    const { copied } = open();
    copied.viewOf(LETTER).open();
    await Promise.all([copied.choose('de'), copied.choose('fr')]);
    await waitUntil(() => expect(copied.shown.value?.language).toBe('fr'));
  });

  it('copies a ticket with its HTML, or as Markdown alone', async () => {
    const { copied, copies } = open();
    copied.viewOf(TICKET).open();
    await copied.copy();
    await copied.copyMarkdown();
    expect(copies).toEqual([
      { text: ENGLISH, html: expect.stringContaining('<div lang="en" dir="ltr">') },
      { text: '**SEO report**\n\n1,234.5\n', html: null },
    ]);
  });
});
