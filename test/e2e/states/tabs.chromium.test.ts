import { BATCH_STATES } from './batch-states';
import { OPTIONS_STATES } from './options-states';
import { REPORTS_STATES } from './reports-states';
import { checkStates } from './state-checks';

checkStates({ ...OPTIONS_STATES, ...BATCH_STATES, ...REPORTS_STATES });
