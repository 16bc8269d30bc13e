import { shortened } from '@/components/text/isolation';

/** Replaces the text in the sentence. No message contains this character. */
const PLACEHOLDER = '\ufffc';

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
      <bdi>{shortened(text)}</bdi>
      {after}
    </>
  );
}
