/**
 * The scripts that one label may use, as ISO 15924 codes. A comma joins the scripts that East Asian
 * names mix.
 */
const SCRIPTS =
  `Latn Grek Cyrl Armn Geor Hebr Arab Deva Beng Guru Gujr Taml Telu Knda Mlym Orya Sinh Thai Laoo Khmr
  Mymr Tibt Ethi Hani,Hira,Kana Hani,Bopo Hani,Hang`.split(/\s+/);

/**
 * Matches a label in the scripts of one entry. East Asian labels may include ASCII letters. Other
 * mixtures of scripts can imitate a known name (`xn--pple-43d`).
 */
const UNMIXED = new RegExp(
  SCRIPTS.map((codes) => {
    const letters = codes
      .split(',')
      .map((code) => `\\p{scx=${code}}`)
      .join('');
    return `^[${letters}${codes.startsWith('Hani') ? 'a-z' : ''}\\d-]+$`;
  }).join('|'),
  'u',
);

/** A script in which a whole name can look like Latin letters. */
interface Confusable {
  /** Matches each letter of the script. */
  letters: RegExp;
  /** The letters that look like Latin letters. */
  lookalikes: string;
  /** Top-level domains whose names are mostly in this script. */
  topLevels: readonly string[];
}

/**
 * The scripts with letters that look like Latin letters. Source: rule 10 of Chromium's
 * `docs/idn.md`, and the table kWholeScriptConfusables in
 * `components/url_formatter/spoof_checks/idn_spoof_checker.cc`. For Thai, only letters that are
 * confusable on every system are included.
 */
const CONFUSABLES: readonly Confusable[] = [
  confusable('Armn', 'ագզէլհյոսւօՙ', 'am'),
  confusable('Cyrl', 'аысԁеԍһіюјӏорԗԛѕԝхуъьҽпгѵѡ', 'bg by kz pyc ru su ua uz'),
  confusable('Ethi', 'ሀሠሰስበነተከዐዕዘጠፐꬅ', 'er et'),
  confusable('Geor', 'იოყძხჽჿ', 'ge'),
  confusable('Grek', 'αικνρυωηοτ', 'gr'),
  confusable('Hebr', 'דוחיןסװײ׳ﬦ', 'il'),
  confusable('Beng', '০৭'),
  confusable('Deva', 'ऽ०ॱ'),
  confusable('Gujr', 'ડટ૦૧'),
  confusable('Guru', '੦੧'),
  confusable('Knda', 'ಽ೦೧'),
  confusable('Mlym', 'ടഠധനറ൦'),
  confusable('Orya', 'ଠ୦୮'),
  confusable('Taml', 'டப௦'),
  confusable('Telu', '౦౧'),
  confusable('Mymr', 'ခဂငထပဝ၀၂ၔၜ႐႑႕႖႗', 'mm'),
  confusable('Thai', 'บพเแ๐', 'th'),
];

function confusable(script: string, lookalikes: string, topLevels = ''): Confusable {
  return {
    letters: new RegExp(`\\p{Script=${script}}`, 'gu'),
    lookalikes,
    topLevels: topLevels.split(' ').filter(Boolean),
  };
}

/**
 * Icelandic and Azerbaijani letters. Under the top-level domains of other countries, readers take
 * these letters for similar ones.
 */
const NATIONAL: readonly [letters: RegExp, topLevel: string][] = [
  [/[þð]/, 'is'],
  [/ə/, 'az'],
];

/**
 * Matches a label of digits and characters that look like digits. Source: `digit_lookalikes_` in
 * Chromium.
 */
const DIGITS = /^[\dθ२২੨૨೩೭շзҙӡउওਤ੩૩౩ဒვპੜ੫丩ㄐճ৪੪୫૭୨౨-]+$/;

/** Matches a digit outside ASCII. No name needs two kinds of digits. */
const OTHER_DIGITS = /[\p{Nd}--\d]/v;

/** Matches marks that no name needs: strokes, voiced sound marks, a dot above a dotted letter. */
const MARKS = /[\u0335-\u0338\u3099\u309a]|[ijlı]\u0307|ı[\u0300-\u0339]/;

/**
 * Matches rare letters of Latin, Cyrillic and Greek, and letters that look like punctuation.
 * Source: the ranges of Chromium's rule 4.
 */
const RARE =
  /[\u0138\u01cd-\u01dc\u02b0-\u02ff\u1c80-\u1c8f\u1e00-\u1e9b\u1f00-\u1fff\u2c60-\u2c7f\ua640-\ua69f\ua720-\ua7ff\uab30-\uab6f]/;

/**
 * Matches two patterns that Chromium's rule 12 calls dangerous:
 * - an East Asian sign beside a Latin letter, where the sign looks like a slash or a letter
 * - a mark that lengthens or repeats a kana, but follows no kana
 */
const EAST_ASIAN_SIGNS =
  /[a-z\d-][ノンソゾ丶乀乁丿][a-z\d-]|(?<![\p{scx=Kana}\p{scx=Hira}])ー|(?<!\p{scx=Kana})[ヽヾ]|[a-z\d-][一ㄧ丨乛七丅十〇ㄒㄚㄟㄨㄩㄈㆺㆳ工ㆲ讠丁]|[一ㄧ丨乛七丅十〇ㄒㄚㄟㄨㄩㄈㆺㆳ工ㆲ讠丁][a-z\d-]/u;

/**
 * Whether a label of a host can imitate another label. Browsers show such a label as Punycode.
 * Follows Chromium's `docs/idn.md`, without the lists of well-known domains (rule 13).
 * @param label in Unicode
 * @param topLevel the last label of the host, in Unicode
 */
export function isDeceptive(label: string, topLevel: string): boolean {
  if (!UNMIXED.test(label) || RARE.test(label) || MARKS.test(label)) return true;
  if (DIGITS.test(label) && /\D/.test(label.replaceAll('-', ''))) return true;
  if (/\d/.test(label) && OTHER_DIGITS.test(label)) return true;
  const isForeign = NATIONAL.some(
    ([letters, ownTopLevel]) => letters.test(label) && topLevel !== ownTopLevel,
  );
  if (isForeign) return true;
  return EAST_ASIAN_SIGNS.test(label) || isConfusable(label, topLevel);
}

/**
 * Whether all letters of one script in a label look like Latin letters. Names under the script's
 * own top-level domains are not confusable.
 */
function isConfusable(label: string, topLevel: string): boolean {
  return CONFUSABLES.some(({ letters, lookalikes, topLevels }) => {
    const found = label.match(letters) ?? [];
    const isLookalike = found.length > 0 && found.every((letter) => lookalikes.includes(letter));
    return isLookalike && !topLevels.includes(topLevel) && topLevel.match(letters) === null;
  });
}
