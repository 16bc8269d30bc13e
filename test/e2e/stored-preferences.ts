import { app, byRole, until } from './app';

declare const chrome: { storage: { local: { set(items: object): Promise<void> } } };

export function setDefaultPrivacy(defaultPrivacy: number): Promise<void> {
  return storePreferences({ defaultPrivacy });
}

/** Stores preferences without requesting their permissions. */
export async function setPreferences(change: object): Promise<void> {
  await storePreferences(change);
  await app.worker.callBackground('refreshBadge');
}

async function storePreferences(change: object): Promise<void> {
  const { preferences } = await app.worker.stored();
  const changed = { defaultPrivacy: 1, ...(preferences as object), ...change };
  await app.worker.page.evaluate((all) => chrome.storage.local.set({ preferences: all }), changed);
}

const LABELS = {
  notifiesOfDone: 'When a report is done',
  notifiesOfWorse: 'When something got worse',
  keepsUpToDate: 'Keep up to date',
  showsPageRating: "Show this page's rating on the button",
} as const;

/** Ticks a checkbox of the options page. The browser must grant its permission without a dialog. */
export async function choosePreference(preference: keyof typeof LABELS): Promise<void> {
  const options = await app.settledOptions();
  await options.locator(byRole('checkbox', LABELS[preference])).click();
  await until('the preference is stored', async () => {
    const { preferences } = await app.worker.stored();
    return (preferences as Record<string, unknown> | undefined)?.[preference] === true;
  });
  await options.close();
}
