import { beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { inheritButtonLook, setButtonLook } from '@/lib/browser/toolbar-button';

const COMMON = { text: '', background: '#4a5654', title: 'SEO Reports' };
const RATED = { text: 'B', background: '#b3261e', title: 'SEO Reports · This page: Bad' };

interface Look {
  text?: string;
  title?: string;
}

/** Creates a tab that loads another page after a number of calls. The browser then resets the tab's button. */
function openTab(callsBefore: number) {
  let lookOfTab: Look = {};
  let calls = 0;
  const set = async (look: Look) => {
    lookOfTab = { ...lookOfTab, ...look };
    calls += 1;
    if (calls === callsBefore) lookOfTab = {};
  };
  Reflect.set(fakeBrowser, 'action', {
    setBadgeBackgroundColor: () => set({}),
    setBadgeTextColor: () => set({}),
    setTitle: ({ title }: { title: string }) => set({ title }),
    async setBadgeText({ text }: { text: string | null }) {
      const { text: _, ...others } = lookOfTab;
      lookOfTab = others;
      await set(text === null ? {} : { text });
    },
    getTitle: async () => lookOfTab.title ?? COMMON.title,
  });
  return () => ({ text: lookOfTab.text ?? COMMON.text, title: lookOfTab.title ?? COMMON.title });
}

beforeEach(() => fakeBrowser.reset());

it.each([0, 1, 2, 3, 4])(
  'a tab does not show the rating of its former page if it loads the next page after %i calls',
  async (calls) => {
    const readLook = openTab(calls);
    await setButtonLook(RATED, 1);
    await inheritButtonLook(COMMON, 1);
    expect(readLook()).toEqual({ text: COMMON.text, title: COMMON.title });
  },
);
