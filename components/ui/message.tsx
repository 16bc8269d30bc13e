import { messageParts } from '@/components/text/isolation';

/** Draws isolated parts in `<bdi>`, so that their direction does not affect the other parts. */
export function Message({ text }: { text: string }) {
  return (
    <>
      {messageParts(text).map((part, index) =>
        index % 2 === 0 ? part : <bdi key={index}>{part}</bdi>,
      )}
    </>
  );
}
