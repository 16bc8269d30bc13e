import { withoutDirectionMarks } from '@/components/text/isolation';
import { cutText } from '@/lib/cut-text';

/** Stands where the text goes while the sentence is made; in no language's sentences itself. */
const GAP = '\ufffc';

/** A sentence with a longer text in it would not be read. */
const LONGEST = 120;

interface QuotingProps {
  /** Somebody else's text. */
  text: string;
  /** Makes the sentence around a text. */
  sentence: (text: string) => string;
}

/** A sentence with somebody else's text in it, whose direction ends where the text does. */
export function Quoting({ text, sentence }: QuotingProps) {
  const [before, after] = sentence(GAP).split(GAP);
  return (
    <>
      {before}
      <bdi>{quoted(text)}</bdi>
      {after}
    </>
  );
}

/** Somebody else's text as it may stand in a sentence: it can neither turn nor bury the words around it. */
export function quoted(text: string): string {
  return text.length > LONGEST
    ? `${withoutDirectionMarks(cutText(text, LONGEST))}…`
    : withoutDirectionMarks(text);
}
