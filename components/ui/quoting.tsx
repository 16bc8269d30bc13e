import { withoutDirectionMarks } from '@/components/text/isolation';
import { cutText } from '@/lib/cut-text';

/** Replaces the text in the sentence. No message contains this character. */
const PLACEHOLDER = '\ufffc';

/** In characters. */
const MAX_LENGTH = 120;

interface QuotingProps {
  /** A text that the extension did not write. */
  text: string;
  sentence: (text: string) => string;
}

/** Draws a sentence, whose direction does not depend on the quoted text. */
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
