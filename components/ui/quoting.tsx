import { withoutDirectionMarks } from '@/components/text/isolation';
import { cutText } from '@/lib/cut-text';

/** Stands for the text in a sentence. No message contains this character. */
const PLACEHOLDER = '\ufffc';

/** Limit in characters for a quoted text. A longer text makes a sentence unreadable. */
const LONGEST = 120;

interface QuotingProps {
  /** A text that the extension did not write. */
  text: string;
  /** Returns the sentence that contains a text. */
  sentence: (text: string) => string;
}

/** A sentence that quotes a text. The direction of the text does not affect the sentence. */
export function Quoting({ text, sentence }: QuotingProps) {
  const [before, after] = sentence(PLACEHOLDER).split(PLACEHOLDER);
  return (
    <>
      {before}
      <bdi>{quoted(text)}</bdi>
      {after}
    </>
  );
}

/** Returns a text for use in a sentence: shortened, without characters that change the direction. */
export function quoted(text: string): string {
  return text.length > LONGEST
    ? `${withoutDirectionMarks(cutText(text, LONGEST))}…`
    : withoutDirectionMarks(text);
}
