/** Letters and digits that are hard to mistake for each other when read aloud or copied by hand. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 20;
/** Bytes from here on would favour the alphabet's first letters. */
const FAIR_LIMIT = 256 - (256 % ALPHABET.length);

/** A random password of 20 letters and digits, about 116 bits. */
export function strongPassword(): string {
  let password = '';
  while (password.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) {
      if (byte < FAIR_LIMIT && password.length < LENGTH)
        password += ALPHABET[byte % ALPHABET.length];
    }
  }
  return password;
}
