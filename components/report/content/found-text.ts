import { countText } from '@/components/text/language';
import type { Check } from '@/lib/report/content/checks';
import { checkWords } from './check-words';

/** What a service says of a check, in a line: why it failed, or what was found. Empty where it says nothing. */
export function foundText(check: Check): string {
  const { reasons, value, listings } = checkWords(check);
  const lists = [...reasons.flatMap(({ listing }) => listing ?? []), ...listings];
  const count = lists.reduce((sum, { length }) => sum + length, 0);
  const texts = reasons.map(({ text }) => text);
  const isCounted = count > 2 && texts.join().includes(countText(count));
  const counts = count > 0 && !isCounted ? [countText(count)] : [];
  return [...texts, value ?? '', ...counts].filter(Boolean).join(' · ');
}
