/** ISO 15924 codes of the scripts that one label may use. East Asian names mix scripts. */
const SCRIPTS =
  `Latn Grek Cyrl Armn Geor Hebr Arab Deva Beng Guru Gujr Taml Telu Knda Mlym Orya Sinh Thai Laoo Khmr
  Mymr Tibt Ethi Hani,Hira,Kana Hani,Bopo Hani,Hang`.split(/\s+/);

// Other mixtures of scripts can imitate a known name (`xn--pple-43d`).
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
  lookalikes: string;
  /** Top-level domains whose names are mostly in this script. */
  topLevels: readonly string[];
}

/**
 * Source: rule 10 of Chromium's `docs/idn.md`, and `kWholeScriptConfusables` in
 * `components/url_formatter/spoof_checks/idn_spoof_checker.cc`. The Thai letters look like Latin
 * letters on every system.
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

/** National letters, which people of other countries mistake for similar letters. */
const NATIONAL: readonly [letters: RegExp, topLevel: string][] = [
  [/[þð]/, 'is'],
  [/ə/, 'az'],
];

/** Matches digits and characters that look like digits. Source: Chromium's `digit_lookalikes_`. */
const DIGITS = /^[\dθ२২੨૨೩೭շзҙӡउওਤ੩૩౩ဒვპੜ੫丩ㄐճ৪੪୫૭୨౨-]+$/;

/** Matches a digit outside ASCII. */
const OTHER_DIGITS = /[\p{Nd}--\d]/v;

/** Matches marks that no name needs: strokes, voiced sound marks, a dot above a dotted letter. */
const MARKS = /[\u0335-\u0338\u3099\u309a]|[ijlı]\u0307|ı[\u0300-\u0339]/;

/** Matches rare letters, and letters that look like punctuation. Source: Chromium's rule 4. */
const RARE =
  /[\u0138\u01cd-\u01dc\u02b0-\u02ff\u1c80-\u1c8f\u1e00-\u1e9b\u1f00-\u1fff\u2c60-\u2c7f\ua640-\ua69f\ua720-\ua7ff\uab30-\uab6f]/;

/**
 * Matches an East Asian sign that looks like a Latin letter or a slash beside a Latin letter, and a
 * kana mark that follows no kana. Source: Chromium's rule 12.
 */
const EAST_ASIAN_SIGNS =
  /[a-z\d-][ノンソゾ丶乀乁丿][a-z\d-]|(?<![\p{scx=Kana}\p{scx=Hira}])ー|(?<!\p{scx=Kana})[ヽヾ]|[a-z\d-][一ㄧ丨乛七丅十〇ㄒㄚㄟㄨㄩㄈㆺㆳ工ㆲ讠丁]|[一ㄧ丨乛七丅十〇ㄒㄚㄟㄨㄩㄈㆺㆳ工ㆲ讠丁][a-z\d-]/u;

/**
 * Whether browsers show a label of a host as Punycode, because the label can imitate another label.
 * Follows Chromium's `docs/idn.md`, except rule 13 (well-known domains).
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

function isConfusable(label: string, topLevel: string): boolean {
  return CONFUSABLES.some(({ letters, lookalikes, topLevels }) => {
    const found = label.match(letters) ?? [];
    const isLookalike = found.length > 0 && found.every((letter) => lookalikes.includes(letter));
    return isLookalike && !topLevels.includes(topLevel) && topLevel.match(letters) === null;
  });
}
