import { withoutDirectionMarks } from '@/components/text/isolation';
import { cutText } from '@/lib/cut-text';

/** Marks the place of the text in a sentence. No message contains this character. */
const PLACEHOLDER = '\ufffc';

/** In characters. A longer text would make the sentence unreadable. */
const MAX_LENGTH = 120;

interface QuotingProps {
  /** A text that the extension did not write. */
  text: string;
  sentence: (text: string) => string;
}

/** The direction of the quoted text does not affect the sentence. */
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

/** Shortens a text for a sentence, and removes characters that change the direction. */
export function quoted(text: string): string {
  return text.length > MAX_LENGTH
    ? `${withoutDirectionMarks(cutText(text, MAX_LENGTH))}…`
    : withoutDirectionMarks(text);
}
