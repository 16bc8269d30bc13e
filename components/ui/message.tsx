import { messageParts } from '@/components/text/isolation';

/** The direction of an isolated part does not affect the other parts. */
export function Message({ text }: { text: string }) {
  return (
    <>
      {messageParts(text).map((part, index) =>
        index % 2 === 0 ? part : <bdi key={index}>{part}</bdi>,
      )}
    </>
  );
}
