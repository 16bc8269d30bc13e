import { expect, it } from 'vitest';
import { JOB_STATES } from './job-states';
import { POPUP_STATES } from './popup-states';
import { REPORT_STATES } from './report-states';
import { COLORFUL, checkStates } from './state-checks';
import { STATES } from './states';

it('every state in COLORFUL exists', () => {
  expect([...COLORFUL].filter((name) => !(name in STATES))).toEqual([]);
});

checkStates({ ...POPUP_STATES, ...REPORT_STATES, ...JOB_STATES });
