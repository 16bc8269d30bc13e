import { browser } from 'wxt/browser';

/** The messages of the extension: each key with the number of values in its text. */
type Messages = Record<string, { substitutions: number }>;

type Value = string | number;

type Values<Count extends number, List extends Value[] = []> = List['length'] extends Count
  ? List
  : Values<Count, [...List, Value]>;

/** The argument with the values; none if the texts of all possible keys have no values. */
type ValuesArgument<Count extends number> = [Count] extends [0]
  ? []
  : [values: Values<Exclude<Count, 0>>];

/**
 * Replaces the function of the same name in the package `@wxt-dev/i18n`. With the types of the package, a
 * type check of the project takes three times as long.
 */
export function createI18n<All extends Messages>() {
  return {
    /** @param key such as `popup.title` */
    t: <Key extends keyof All & string>(
      key: Key,
      ...[values]: ValuesArgument<All[Key]['substitutions']>
    ): string =>
      browser.i18n.getMessage(
        key.replaceAll('.', '_') as '@@ui_locale',
        (values as Value[] | undefined)?.map(String),
      ),
  };
}
