/** Presses on something that is still to come. */
export interface WaitingPresses<T> {
  /** Carries a press out: at once where what it is for is here, otherwise when it comes. */
  soon(press: (target: T) => void): void;
  /** Says that it is here: all that waits is carried out, in the order in which it was pressed. */
  arrive(target: T): void;
}

/** Makes the place where presses wait. */
export function createWaitingPresses<T>(): WaitingPresses<T> {
  const waiting: ((target: T) => void)[] = [];
  let carryOut = (press: (target: T) => void): void => {
    waiting.push(press);
  };
  return {
    soon: (press) => carryOut(press),
    arrive(target) {
      carryOut = (press) => press(target);
      waiting.forEach(carryOut);
    },
  };
}
