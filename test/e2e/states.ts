import type { Page } from 'puppeteer-core';
import { DUPLICATE_STATES } from './duplicate-states';
import { OPTIONS_STATES } from './options-states';
import { POPUP_STATES } from './popup-states';
import { REPORT_STATES } from './report-states';
import { SUBMISSION_STATES } from './submission-states';

const STATES = {
  ...OPTIONS_STATES,
  ...POPUP_STATES,
  ...REPORT_STATES,
  ...SUBMISSION_STATES,
  ...DUPLICATE_STATES,
};

/** Brings about one of the states by its name. */
export async function showState(name: string): Promise<Page> {
  const state = STATES[name];
  if (!state) throw new Error(`There is no state ${name}.`);
  return state();
}
