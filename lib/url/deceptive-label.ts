/**
 * Scripts, or sets of scripts, that one label may use, by their codes in ISO 15924. East Asian
 * names mix several scripts.
 */
const SCRIPTS =
  `Latn Grek Cyrl Armn Geor Hebr Arab Deva Beng Guru Gujr Taml Telu Knda Mlym Orya Sinh Thai Laoo Khmr
  Mymr Tibt Ethi Hani,Hira,Kana Hani,Bopo Hani,Hang`.split(/\s+/);

/**
 * Matches a label in one script; East Asian labels may include ASCII letters. A mixture of scripts
 * can imitate a known name (`xn--pple-43d`).
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
  letters: RegExp;
  /** The letters that look like Latin letters. */
  lookalikes: string;
  /** Top-level domains whose names are mostly in this script. */
  topLevels: readonly string[];
}

/**
 * Source: rule 10 of Chromium's `docs/idn.md`, and the table kWholeScriptConfusables in
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

/** Icelandic and Azerbaijani letters, which look like other letters outside their country. */
const NATIONAL: readonly [letters: RegExp, topLevel: string][] = [
  [/[þð]/, 'is'],
  [/ə/, 'az'],
];

/** A label of digits and characters like digits. Source: `digit_lookalikes_` in Chromium. */
const DIGITS = /^[\dθ२২੨૨೩೭շзҙӡउওਤ੩૩౩ဒვპੜ੫丩ㄐճ৪੪୫૭୨౨-]+$/;

/** Digits outside ASCII. Beside ASCII digits, these digits form a second number system. */
const OTHER_DIGITS = /[\p{Nd}--\d]/v;

/** Marks that no name needs: strokes, voiced sound marks, a dot above a dotted letter. */
const MARKS = /[\u0335-\u0338\u3099\u309a]|[ijlı]\u0307|ı[\u0300-\u0339]/;

/**
 * Rare extensions of Latin, Cyrillic and Greek, and letters that look like punctuation. Source: the
 * ranges of Chromium's rule 4.
 */
const RARE =
  /[\u0138\u01cd-\u01dc\u02b0-\u02ff\u1c80-\u1c8f\u1e00-\u1e9b\u1f00-\u1fff\u2c60-\u2c7f\ua640-\ua69f\ua720-\ua7ff\uab30-\uab6f]/;

/**
 * East Asian signs that look like slashes or Latin letters beside Latin letters, and dashes without
 * their letter. Source: the dangerous patterns of Chromium (rule 12).
 */
const EAST_ASIAN_SIGNS =
  /[a-z\d-][ノンソゾ丶乀乁丿][a-z\d-]|(?<![\p{scx=Kana}\p{scx=Hira}])ー|(?<!\p{scx=Kana})[ヽヾ]|[a-z\d-][一ㄧ丨乛七丅十〇ㄒㄚㄟㄨㄩㄈㆺㆳ工ㆲ讠丁]|[一ㄧ丨乛七丅十〇ㄒㄚㄟㄨㄩㄈㆺㆳ工ㆲ讠丁][a-z\d-]/u;

/**
 * Whether a label of a host can imitate another label, so that browsers show its Punycode. Follows
 * Chromium's `docs/idn.md`, without the lists of well-known domains (rule 13).
 * @param label in Unicode
 * @param topLevel the last label of the host, in Unicode
 */
export function isDeceptive(label: string, topLevel: string): boolean {
  if (!UNMIXED.test(label) || RARE.test(label) || MARKS.test(label)) return true;
  if (DIGITS.test(label) && /\D/.test(label.replaceAll('-', ''))) return true;
  if (/\d/.test(label) && OTHER_DIGITS.test(label)) return true;
  if (NATIONAL.some(([letters, own]) => letters.test(label) && topLevel !== own)) return true;
  return EAST_ASIAN_SIGNS.test(label) || isConfusable(label, topLevel);
}

/** Whether all letters of a script look like Latin letters, outside the script's own domains. */
function isConfusable(label: string, topLevel: string): boolean {
  return CONFUSABLES.some(({ letters, lookalikes, topLevels }) => {
    const found = label.match(letters) ?? [];
    const isLookalike = found.length > 0 && found.every((letter) => lookalikes.includes(letter));
    return isLookalike && !topLevels.includes(topLevel) && topLevel.match(letters) === null;
  });
}
