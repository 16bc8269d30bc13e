import { usePage } from '@/components/page/page-context';
import { checkName } from '@/components/report/content/check-names';
import { isolated } from '@/components/text/isolation';
import { counted } from '@/components/text/language';
import { Message } from '@/components/ui/message';
import type { DueLine } from '@/lib/report/compare/due';

/** One line for each client, ticket and star list with due pages. */
export function DueLines() {
  const { due } = usePage().kernel.state;
  return due.value.map((line) => (
    <p key={JSON.stringify(line.subject)} class="beside">
      <span class="fill">
        <Message text={dueText(line)} />
      </span>
    </p>
  ));
}

function dueText({ subject, ticket, pages }: DueLine): string {
  if (subject.kind === 'client') return counted('due.client', pages, isolated(subject.name));
  if (ticket === null) return counted('due.starred', pages);
  const check = isolated(checkName({ name: ticket.check }));
  return counted('due.ticket', pages, check);
}
