/** Stands where a service quoted a secret back at us. */
const BLANK = '•••';

/** A shorter key or password may be a word that an answer needs. */
const SHORTEST = 8;

/** A text with each secret blanked wherever it stands, as it is or percent-encoded. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= SHORTEST)
    .reduce(
      (rest, secret) =>
        rest.replaceAll(secret, BLANK).replaceAll(encodeURIComponent(secret.toWellFormed()), BLANK),
      text,
    );
}

/** Parsed JSON, changed in place: the same is done to each text and each name in it, however deep. */
export function jsonWithoutSecrets(json: unknown, secrets: readonly string[]): unknown {
  const whole = { json };
  const pending: object[] = [whole];
  for (let holder = pending.pop(); holder !== undefined; holder = pending.pop()) {
    for (const [name, value] of Object.entries(holder)) {
      const shownName = withoutSecrets(name, secrets);
      const shown = typeof value === 'string' ? withoutSecrets(value, secrets) : value;
      if (shownName !== name) Reflect.deleteProperty(holder, name);
      if (shownName !== name || shown !== value) Reflect.set(holder, shownName, shown);
      if (typeof value === 'object' && value !== null) pending.push(value);
    }
  }
  return whole.json;
}
