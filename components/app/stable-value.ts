/**
 * Returns the former value if the next value has the same content, so that nothing that depends on the
 * value is computed or drawn again. Both values consist of JSON.
 */
export function keptValue<Value>(former: Value, next: Value): Value {
  return JSON.stringify(former) === JSON.stringify(next) ? former : next;
}
