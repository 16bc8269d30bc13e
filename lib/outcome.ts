export type { Result as Outcome } from './result';
export { hasFailed } from './result';
