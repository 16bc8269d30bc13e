import { messageParts } from '@/components/text/isolation';

/** A message with somebody else's words in elements of their own, which turn nothing around them. */
export function Message({ text }: { text: string }) {
  return (
    <>
      {messageParts(text).map((part, index) =>
        index % 2 === 0 ? part : <bdi key={index}>{part}</bdi>,
      )}
    </>
  );
}
