import { withoutDirectionMarks } from '@/components/text/isolation';
import { cutText } from '@/lib/cut-text';

/** Marks the place of the text in a sentence. No message contains this character. */
const PLACEHOLDER = '\ufffc';

/** Limit for a quoted text, in characters. A longer text would make the sentence unreadable. */
const MAX_LENGTH = 120;

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
  return text.length > MAX_LENGTH
    ? `${withoutDirectionMarks(cutText(text, MAX_LENGTH))}…`
    : withoutDirectionMarks(text);
}
