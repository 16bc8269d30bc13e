import { DueLines } from './due-lines';

/** The content of `ReadyLines`. */
export function ReadyContent() {
  return (
    <div class="stack tight inset-inline border-above compact">
      <DueLines />
    </div>
  );
}
