import { describe, expect, it } from 'vitest';
import { app, type Screen, until } from './app';
import { answer, jsonText, openReport, openWatched, useHostileService } from './hostile-answers';
import { runsForward, unisolatedTurns } from './inertness';

/** Ends any isolation, turns the direction twice, and ends neither. */
const TURN = '\u2069\u2069\u202e\u202e';
const TEXT = `https://a.example/${TURN}moc.knab`;

useHostileService();

const REPORT = { id: 1, url: TEXT, result: 'good', privacy: 1, generated_at: '2026-03-05' };

/** Where parts of the rows stand, in pixels from the left. */
function places(popup: Screen, selector: string): Promise<number[]> {
  return popup.$$eval(selector, (all) => all.map((one) => one.getBoundingClientRect().left));
}

async function expectForward(popup: Screen, ...all: string[]): Promise<void> {
  for (const words of all) expect(await runsForward(popup, words), words).toBe(true);
}

describe('a text that turns the direction', () => {
  it('leaves the rest of its row, and the other rows, where they are', async () => {
    const plain = { ...REPORT, id: 2, url: 'https://a.example/bank.com' };
    answer({ list: JSON.stringify([REPORT, plain]) });
    const { popup } = await openWatched();
    await popup.rows((rows) => rows.length === 2);
    expect(await unisolatedTurns(popup)).toEqual([]);
    for (const selector of ['.row .rating-shape', '.row .privacy', '.row time', '.row-address']) {
      const [turned, straight] = await places(popup, selector);
      expect(turned).toBe(straight);
    }
    await expectForward(popup, 'Good', 'Private', 'Mar 5', 'Recent reports');
  });

  it('turns nothing but itself in the view of a report', async () => {
    const name = `name${TURN}`;
    const more = { [name]: TEXT, [`${name}2`]: { [name]: TEXT }, long: `Read ${TEXT.repeat(30)}` };
    const { popup } = await openReport(TEXT, JSON.stringify({ ...REPORT, project: TEXT, ...more }));
    expect(await popup.$eval('h2', (heading) => heading.textContent)).toBe(TEXT);
    expect(await unisolatedTurns(popup)).toEqual([]);
    const left = await places(popup, '.further-fields > dl > div > dd');
    expect(new Set(left).size).toBe(1);
    await expectForward(popup, 'Update results', 'Project', 'Save changes', 'Details', 'Show all');
  });

  it('turns nothing of the sentences about its deletion', async () => {
    const { popup } = await openReport(TEXT, JSON.stringify({ ...REPORT, more: 'read' }));
    await popup.press('Delete report');
    await popup.says('Deleted: ');
    await expectForward(popup, 'Deleted', 'Undo');
    const fail = jsonText(403, JSON.stringify({ message: TEXT }));
    app.service.behave({ on: { method: 'DELETE' }, fail });
    await app.passUndoTime();
    await popup.alert();
    const words = ["Couldn't delete", 'The API key', 'The service says', 'Dismiss'];
    await expectForward(popup, ...words);
  });

  it('turns nothing but itself among the words of a refusal', async () => {
    const { popup } = await openWatched();
    answer({ refusal: JSON.stringify({ message: TEXT, errors: { url: [TEXT, TEXT] } }) });
    await popup.press('Create report');
    await until('the words are at the field', async () =>
      (await popup.$eval('.problem', (problem) => problem.textContent)).includes(TEXT),
    );
    await expectForward(popup, 'URL', "The service didn't accept", 'Create report');
    expect(await unisolatedTurns(popup)).toEqual([]);
  });
});
