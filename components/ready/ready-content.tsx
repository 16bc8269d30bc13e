import { usePage } from '@/components/page/page-context';
import { DueLines } from './due-lines';
import { NewsLine } from './news-line';

/** The content of `ReadyLines`. */
export function ReadyContent() {
  const { due } = usePage().kernel.state;
  return (
    <>
      <NewsLine />
      {due.value.length > 0 && <DueLines />}
    </>
  );
}
