import { app, byRole, until } from './app';

declare const chrome: {
  notifications: { getAll(): Promise<object>; clear(id: string): Promise<boolean> };
};

const LABELS = {
  notifiesOfDone: 'When a report is done',
  showsPageRating: "Show this page's rating on the button",
} as const;

/** Ticks a checkbox of the options page, whose permission the browser must grant without asking. */
export async function chooseTelling(preference: keyof typeof LABELS): Promise<void> {
  const options = await app.options();
  await options.locator(byRole('checkbox', LABELS[preference])).click();
  await until('it is chosen', async () => {
    const { preferences } = await app.worker.stored();
    return (preferences as Record<string, unknown> | undefined)?.[preference] === true;
  });
  await options.close();
}

/** How many notifications of the extension the browser shows. */
export function countNotifications(): Promise<number> {
  return app.worker.page.evaluate(
    async () => Object.keys(await chrome.notifications.getAll()).length,
  );
}

/** Takes away the notifications that an earlier test has left. */
export async function clearNotifications(): Promise<void> {
  await app.worker.page.evaluate(async () => {
    for (const id of Object.keys(await chrome.notifications.getAll())) {
      await chrome.notifications.clear(id);
    }
  });
  await until('none is left', async () => (await countNotifications()) === 0);
}
