import { useId, useMemo, useState } from 'preact/hooks';
import { i18n } from '#i18n';
import { usePage } from '@/components/page/page-context';
import { counted } from '@/components/text/language';
import { Message } from '@/components/ui/message';
import { FailureLine } from '@/components/ui/message-lines';
import { type DueLine, recheckMinutes } from '@/lib/report/compare/due';
import { createDueCommands, type DueCommands } from './due-commands';
import { dueText } from './due-words';

/** The number of lines before a press shows all lines. The popup needs the space for its list. */
const MAX_AT_FIRST = 3;

/** One line for each client and ticket with due pages, and one for the starred pages. */
export function DueLines() {
  const page = usePage();
  const commands = useMemo(() => createDueCommands(page), [page]);
  const [isWhole, setWhole] = useState(false);
  const lines = page.kernel.state.due.value;
  const others = lines.length - MAX_AT_FIRST;
  return (
    // When a press removes the line that has the focus, the focus moves to this list.
    <ul tabIndex={-1} class="stack tight due-lines" aria-label={i18n.t('due.label')}>
      {lines.slice(0, isWhole ? lines.length : MAX_AT_FIRST).map((line) => (
        <Line key={JSON.stringify(line.subject)} line={line} commands={commands} />
      ))}
      {others > 0 && (
        <li>
          <button type="button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {counted('due.more', others)}
          </button>
        </li>
      )}
    </ul>
  );
}

interface LineProps {
  line: DueLine;
  commands: DueCommands;
}

function Line({ line, commands }: LineProps) {
  const id = useId();
  const buttonProps = {
    type: 'button',
    'aria-disabled': commands.isBusy(line),
    'aria-describedby': id,
  } as const;
  return (
    <li>
      <div class="cluster spread">
        <p id={id}>
          <Message text={dueText(line)} />
        </p>
        <span class="beside tight">
          <button {...buttonProps} onClick={() => void commands.recheck(line)}>
            {counted('due.recheck', recheckMinutes(line.pages))}
          </button>
          <button {...buttonProps} onClick={() => void commands.postpone(line)}>
            {i18n.t('due.notNow')}
          </button>
        </span>
      </div>
      <FailureLine failure={commands.failureAt(line)} />
    </li>
  );
}
