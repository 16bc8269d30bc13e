/** Letters, marks and digits: nothing that could pass for a part of an address. */
const LETTERS = /^[\p{L}\p{M}\p{Nd}-]+$/u;

/** An address for people to read: foreign letters stand for themselves, not for their encodings. */
export function shownAddress(address: string): string {
  const [, scheme = '', host = '', rest = address] =
    /^(https?:\/\/)([^/?#]*)(.*)$/is.exec(address) ?? [];
  const shownHost = host.replaceAll(/(?<=^|\.)xn--([a-z\d-]+)/gi, readable(fromPunycode));
  return (
    scheme + shownHost + rest.replaceAll(/(?:%[89a-f][\da-f])+/gi, readable(decodeURIComponent))
  );
}

/** Makes the replacer of an encoded text, which stays where it is broken or holds more than letters. */
function readable(decode: (text: string) => string) {
  return (encoded: string, part: string | number): string => {
    try {
      const text = decode(typeof part === 'string' ? part.toLowerCase() : encoded);
      return LETTERS.test(text) ? text : encoded;
    } catch {
      return encoded;
    }
  };
}

/** Decodes what follows `xn--` in a part of a host, by RFC 3492. Throws a RangeError where it is broken. */
function fromPunycode(label: string): string {
  const basic = Math.max(0, label.lastIndexOf('-'));
  const letters = [...label.slice(0, basic)];
  let at = basic > 0 ? basic + 1 : 0;
  let [code, place, bias] = [128, 0, 72];
  while (at < label.length) {
    const former = place;
    for (let weight = 1, step = 36; ; step += 36) {
      const digit = (Number.parseInt(label.charAt(at), 36) + 26) % 36;
      at += 1;
      place += digit * weight;
      const threshold = Math.min(Math.max(step - bias, 1), 26);
      if (!(digit >= threshold)) break;
      weight *= 36 - threshold;
    }
    const count = letters.length + 1;
    bias = biasAfter(place - former, count, former === 0);
    code += Math.floor(place / count);
    place %= count;
    letters.splice(place, 0, String.fromCodePoint(code));
    place += 1;
  }
  return letters.join('');
}

function biasAfter(distance: number, count: number, isFirst: boolean): number {
  let delta = Math.floor(distance / (isFirst ? 700 : 2));
  delta += Math.floor(delta / count);
  let steps = 0;
  for (; delta > 455; steps += 36) delta = Math.floor(delta / 35);
  return steps + Math.floor((36 * delta) / (delta + 38));
}
