/** Stands where the text goes while the sentence is made; in no language's sentences itself. */
const GAP = '\ufffc';

/** Invisible characters that turn the direction; some of them would end the text's isolation. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

interface QuotingProps {
  /** Somebody else's text. */
  text: string;
  /** Makes the sentence around a text. */
  sentence: (text: string) => string;
}

/** A sentence with somebody else's text in it, which cannot turn the words around it. */
export function Quoting({ text, sentence }: QuotingProps) {
  const [before, after] = sentence(GAP).split(GAP);
  return (
    <>
      {before}
      <bdi>{text.replaceAll(TURNS, '')}</bdi>
      {after}
    </>
  );
}
