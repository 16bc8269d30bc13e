/**
 * Scripts by their codes (ISO 15924), one alternative each. East Asian names mix their scripts, and
 * Latin letters of ASCII with them.
 */
const SCRIPTS =
  `Latn Grek Cyrl Armn Geor Hebr Arab Deva Beng Guru Gujr Taml Telu Knda Mlym Orya Sinh Thai Laoo Khmr
  Mymr Tibt Ethi Hani,Hira,Kana Hani,Bopo Hani,Hang`.split(/\s+/);

/** Letters of one script. Others beside each other only look like a known name (`xn--pple-43d`). */
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

/** A script whose letters may all look like Latin ones. */
interface Confusable {
  letters: RegExp;
  /** Those that look like Latin letters. */
  lookalikes: string;
  /** Top-level domains whose names are mostly in the script. */
  topLevels: readonly string[];
}

/**
 * From Chromium's `docs/idn.md`, rule 10, and the table kWholeScriptConfusables in its
 * `components/url_formatter/spoof_checks/idn_spoof_checker.cc`, with the letters that are confusable in
 * Thai on every system alone.
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

/** Letters that one country writes, and that look like others elsewhere: Icelandic, Azerbaijani. */
const NATIONAL: readonly [letters: RegExp, topLevel: string][] = [
  [/[þð]/, 'is'],
  [/ə/, 'az'],
];

/** Characters that look like digits, as in Chromium's `digit_lookalikes_`. A name of these is a number. */
const DIGITS = /^[\dθ२২੨૨೩೭շзҙӡउওਤ੩૩౩ဒვპੜ੫丩ㄐճ৪੪୫૭୨౨-]+$/;

/** Digits that are not of ASCII. Beside those of ASCII they belong to a second system of numbers. */
const OTHER_DIGITS = /[\p{Nd}--\d]/v;

/** Marks that no name needs: strokes through letters, voiced sound marks, a dot above a dotted letter. */
const MARKS = /[\u0335-\u0338\u3099\u309a]|[ijlı]\u0307|ı[\u0300-\u0339]/;

/**
 * Extensions of Latin, Cyrillic and Greek that names hardly use, and letters that look like punctuation.
 * Chromium's rule 4 has these ranges.
 */
const RARE =
  /[\u0138\u01cd-\u01dc\u02b0-\u02ff\u1c80-\u1c8f\u1e00-\u1e9b\u1f00-\u1fff\u2c60-\u2c7f\ua640-\ua69f\ua720-\ua7ff\uab30-\uab6f]/;

/**
 * Signs of East Asia that look like slashes between Latin letters, like Latin letters beside others, or like a
 * dash without the letter that each belongs to. From Chromium's dangerous patterns (rule 12).
 */
const EAST_ASIAN_SIGNS =
  /[a-z\d-][ノンソゾ丶乀乁丿][a-z\d-]|(?<![\p{scx=Kana}\p{scx=Hira}])ー|(?<!\p{scx=Kana})[ヽヾ]|[a-z\d-][一ㄧ丨乛七丅十〇ㄒㄚㄟㄨㄩㄈㆺㆳ工ㆲ讠丁]|[一ㄧ丨乛七丅十〇ㄒㄚㄟㄨㄩㄈㆺㆳ工ㆲ讠丁][a-z\d-]/u;

/**
 * Whether a label of a host can pass for another one, so that browsers show its Punycode. Follows the
 * rules that `docs/idn.md` of Chromium lists, without its lists of well-known domains (rule 13).
 * @param label in its own letters
 * @param topLevel the last label of the host, in its own letters
 */
export function isDeceptive(label: string, topLevel: string): boolean {
  if (!UNMIXED.test(label) || RARE.test(label) || MARKS.test(label)) return true;
  if (DIGITS.test(label) && /\D/.test(label.replaceAll('-', ''))) return true;
  if (/\d/.test(label) && OTHER_DIGITS.test(label)) return true;
  if (NATIONAL.some(([letters, home]) => letters.test(label) && topLevel !== home)) return true;
  return EAST_ASIAN_SIGNS.test(label) || isConfusable(label, topLevel);
}

/** Whether all letters of a foreign script look like Latin ones, under a domain that is not of the script. */
function isConfusable(label: string, topLevel: string): boolean {
  return CONFUSABLES.some(({ letters, lookalikes, topLevels }) => {
    const own = label.match(letters) ?? [];
    const isAlike = own.length > 0 && own.every((letter) => lookalikes.includes(letter));
    return isAlike && !topLevels.includes(topLevel) && topLevel.match(letters) === null;
  });
}
