import { describe, expect, it } from 'vitest';
import { DUPLICATE_STATES } from './duplicate-states';
import { useService } from './fixture';
import { unisolatedTurns } from './inertness';
import { OPTIONS_STATES, OTHER_KEY } from './options-states';
import { POPUP_STATES } from './popup-states';
import { REPORT_STATES } from './report-states';
import { SUBMISSION_STATES } from './submission-states';

/** The same JSON, each text of several words in which ends by turning the direction. */
function turned(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), (_, value) =>
      typeof value === 'string' && /[a-z] [a-z]/i.test(value) ? `${value}\u202e` : value,
    );
  } catch {
    return body;
  }
}

useService({ connects: false, editBody: turned, otherKeys: { [OTHER_KEY]: 8 } });

const STATES = {
  ...POPUP_STATES,
  ...SUBMISSION_STATES,
  ...DUPLICATE_STATES,
  ...REPORT_STATES,
  ...OPTIONS_STATES,
};

describe('what the service says turns no words of the extension', () => {
  it.each(Object.entries(STATES))('%s', async (_, show) => {
    const page = await show();
    expect(await unisolatedTurns(page)).toEqual([]);
  });
});
