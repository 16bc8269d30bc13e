import { DueLines } from './due-lines';

/** The content of `ReadyLines`. */
export function ReadyContent() {
  return <DueLines />;
}
