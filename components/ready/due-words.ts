import { i18n } from '#i18n';
import { checkName } from '@/components/report/content/check-names';
import { isolated } from '@/components/text/isolation';
import { counted } from '@/components/text/language';
import type { DueLine } from '@/lib/report/compare/due';

/** Returns "Due: 60 pages of bergblick-hotel.example". */
export function dueText(line: DueLine): string {
  const { subject, pages } = line;
  if (subject.kind === 'starred') return counted('due.starred', pages);
  return counted(`due.${subject.kind}`, pages, isolated(dueName(line)));
}

/** Returns the name of a client, of the check of a ticket, or of the starred pages. */
export function dueName({ subject, ticket }: Pick<DueLine, 'subject' | 'ticket'>): string {
  if (subject.kind === 'client') return subject.name;
  return ticket === null ? i18n.t('star.starred') : checkName({ name: ticket.check });
}
