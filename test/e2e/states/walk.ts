import { app, type Screen, type State } from '../app';

/** A step to a state. A string is a text for which the step waits. */
type Step = string | ((page: Screen) => Promise<unknown>);

export function walk(open: State, ...steps: readonly Step[]): State {
  return async () => {
    const page = await open();
    for (const step of steps) await (typeof step === 'string' ? page.says(step) : step(page));
    return page;
  };
}

export async function openRows(count: number, url?: string): Promise<Screen> {
  await app.connect();
  return app.popupWithRows(count, url);
}

export function press(button: string): Step {
  return (page) => page.press(button);
}

export function choose(radio: string): Step {
  return (page) => page.choose(radio);
}

export function fill(field: string, text: string, role?: string): Step {
  return (page) => page.fill(field, text, role);
}

export function shows(role: string, name: string): Step {
  return (page) => page.shows(role, name);
}

/** Makes the pages of clients due every week, from today. */
export async function makeDue(...clients: string[]): Promise<void> {
  for (const name of clients) {
    const change = { kind: 'setDue', subject: { kind: 'client', name }, every: 'week' };
    await app.worker.callForConnection('changeMarks', change);
  }
}

/** Presses an item of the menu that the first button with a selector opens. */
export function pressInMenuOf(button: string, menuitem: string) {
  return async (page: Screen): Promise<void> => {
    await page.locator(button).click();
    await page.pressMenuItem(menuitem);
  };
}
