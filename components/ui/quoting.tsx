import { withoutDirectionMarks } from '@/components/text/isolation';
import { cutText } from '@/lib/cut-text';

/** Marks the place of the text in a sentence. No message contains this character. */
const GAP = '\ufffc';

/** The most characters of a quoted text. Nobody reads a sentence with a longer text in it. */
const LONGEST = 120;

interface QuotingProps {
  /** A text from outside the extension. */
  text: string;
  /** Returns the sentence that contains a text. */
  sentence: (text: string) => string;
}

/** A sentence that quotes a text from outside, whose direction does not affect the sentence. */
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

/** Returns a text from outside for use in a sentence: without direction marks, and shortened. */
export function quoted(text: string): string {
  return text.length > LONGEST
    ? `${withoutDirectionMarks(cutText(text, LONGEST))}…`
    : withoutDirectionMarks(text);
}
