/**
 * Returns the former value if the next value has the same content. Derived values and views then
 * need no update. Both values consist of JSON.
 */
export function stableValue<Value>(former: Value, next: Value): Value {
  return JSON.stringify(former) === JSON.stringify(next) ? former : next;
}
