import type { Screen } from '../../browser/screen';
import { BATCH_STATES } from './batch-states';
import { JOB_STATES } from './job-states';
import { OPTIONS_STATES } from './options-states';
import { POPUP_STATES } from './popup-states';
import { REPORT_STATES } from './report-states';
import { REPORTS_STATES } from './reports-states';

export const STATES = {
  ...OPTIONS_STATES,
  ...BATCH_STATES,
  ...POPUP_STATES,
  ...REPORT_STATES,
  ...REPORTS_STATES,
  ...JOB_STATES,
};

export async function showState(name: string): Promise<Screen> {
  const state = STATES[name];
  if (!state) throw new Error(`There is no state ${name}.`);
  return state();
}
