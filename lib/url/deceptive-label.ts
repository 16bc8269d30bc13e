/** ISO 15924 codes of scripts. A comma joins scripts that one label may mix. */
const SCRIPTS =
  `Latn Grek Cyrl Armn Geor Hebr Arab Deva Beng Guru Gujr Taml Telu Knda Mlym Orya Sinh Thai Laoo Khmr
  Mymr Tibt Ethi Hani,Hira,Kana Hani,Bopo Hani,Hang`.split(/\s+/);

/** Matches labels of one script or an allowed mixture. Other mixtures can imitate a name (`xn--pple-43d`). */
const ALLOWED_LABEL = new RegExp(
  SCRIPTS.map((codes) => {
    const letters = codes
      .split(',')
      .map((code) => `\\p{scx=${code}}`)
      .join('');
    const latinLetters = codes.startsWith('Hani') ? 'a-z' : '';
    return `^[${letters}${latinLetters}\\d-]+$`;
  }).join('|'),
  'u',
);

/** A script in which a whole name can look like Latin letters. */
interface ConfusableScript {
  letters: RegExp;
  lookalikes: string;
  /** Top-level domains whose names are mostly in this script. */
  topLevels: readonly string[];
}

/**
 * Source: rule 10 of Chromium's `docs/idn.md`, and `kWholeScriptConfusables` in
 * `components/url_formatter/spoof_checks/idn_spoof_checker.cc`. Chromium's list of Thai letters depends on
 * the operating system. The letters here are in all its lists.
 */
const CONFUSABLE_SCRIPTS: readonly ConfusableScript[] = [
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

function confusable(script: string, lookalikes: string, topLevels = ''): ConfusableScript {
  return {
    letters: new RegExp(`\\p{Script=${script}}`, 'gu'),
    lookalikes,
    topLevels: topLevels.split(' ').filter(Boolean),
  };
}

/** Letters of one country, which people elsewhere mistake for similar letters. */
const NATIONAL_LETTERS: readonly [letters: RegExp, homeTopLevel: string][] = [
  [/[þð]/, 'is'],
  [/ə/, 'az'],
];

/** Matches digits and characters that look like digits. Source: Chromium's `digit_lookalikes_`. */
const DIGIT_LOOKALIKES = /^[\dθ२২੨૨೩೭շзҙӡउওਤ੩૩౩ဒვპੜ੫丩ㄐճ৪੪୫૭୨౨-]+$/;

const NON_ASCII_DIGIT = /[\p{Nd}--\d]/v;

/**
 * Matches marks by which a letter can imitate another letter: strokes (U+0335 to U+0338), the sound marks of
 * kana (U+3099, U+309A), a dot above `i`, `j`, `l` or `ı`, and any mark from U+0300 to U+0339 on `ı`.
 */
const IMITATING_MARK = /[\u0335-\u0338\u3099\u309a]|[ijlı]\u0307|ı[\u0300-\u0339]/;

/** Matches rare letters, and letters that look like punctuation. Source: Chromium's rule 4. */
const RARE_LETTER =
  /[\u0138\u01cd-\u01dc\u02b0-\u02ff\u1c80-\u1c8f\u1e00-\u1e9b\u1f00-\u1fff\u2c60-\u2c7f\ua640-\ua69f\ua720-\ua7ff\uab30-\uab6f]/;

/**
 * Matches an East Asian character that looks like a slash, a hyphen or a Latin letter, beside a
 * Latin letter, a digit or a hyphen. Also matches a kana mark that does not follow kana. Source:
 * Chromium's rule 12.
 */
const EAST_ASIAN_LOOKALIKE =
  /[a-z\d-][ノンソゾ丶乀乁丿][a-z\d-]|(?<![\p{scx=Kana}\p{scx=Hira}])ー|(?<!\p{scx=Kana})[ヽヾ]|[a-z\d-][一ㄧ丨乛七丅十〇ㄒㄚㄟㄨㄩㄈㆺㆳ工ㆲ讠丁]|[一ㄧ丨乛七丅十〇ㄒㄚㄟㄨㄩㄈㆺㆳ工ㆲ讠丁][a-z\d-]/u;

/**
 * Whether browsers show a label of a host as Punycode, because the label can imitate another label.
 * Follows Chromium's `docs/idn.md`, except rule 13 (well-known domains).
 * @param label in Unicode
 * @param topLevel the last label of the host, in Unicode
 */
export function isDeceptive(label: string, topLevel: string): boolean {
  if (!ALLOWED_LABEL.test(label) || RARE_LETTER.test(label) || IMITATING_MARK.test(label)) {
    return true;
  }
  const hasOnlyDigits = !/\D/.test(label.replaceAll('-', ''));
  if (DIGIT_LOOKALIKES.test(label) && !hasOnlyDigits) return true;
  if (/\d/.test(label) && NON_ASCII_DIGIT.test(label)) return true;
  const hasForeignLetter = NATIONAL_LETTERS.some(
    ([letters, homeTopLevel]) => letters.test(label) && topLevel !== homeTopLevel,
  );
  if (hasForeignLetter) return true;
  return EAST_ASIAN_LOOKALIKE.test(label) || looksLatin(label, topLevel);
}

/**
 * Whether a label looks like Latin letters, but has another script that is rare in its top-level
 * domain.
 */
function looksLatin(label: string, topLevel: string): boolean {
  return CONFUSABLE_SCRIPTS.some(({ letters, lookalikes, topLevels }) => {
    const labelLetters = label.match(letters) ?? [];
    const isLookalike =
      labelLetters.length > 0 && labelLetters.every((letter) => lookalikes.includes(letter));
    return isLookalike && !topLevels.includes(topLevel) && topLevel.match(letters) === null;
  });
}
