import { compile, type Instruction } from './regexp-program';

/** Compiled once, since each is run many times. */
const programs = new WeakMap<RegExp, Instruction[]>();

/**
 * How many steps a backtracking engine takes to find all matches of an expression in a text: each
 * instruction is one, and nothing is remembered from one attempt to the next. Stops at the limit.
 */
export function countSteps(expression: RegExp, text: string, limit: number): number {
  const program = programs.get(expression) ?? compile(expression);
  programs.set(expression, program);
  let steps = 0;

  /** Where a match ends that starts here, null where there is none. */
  function attempt(code: readonly Instruction[], start: number): number | null {
    // Where to go on, in pairs of a place in the text and one in the program.
    const stack = [start, 0];
    while (stack.length > 0) {
      let place = stack.pop() ?? 0;
      let at = stack.pop() ?? 0;
      for (let goesOn = true; goesOn; ) {
        steps += 1;
        if (steps >= limit) return text.length;
        const instruction: Instruction | undefined = code[place];
        place += 1;
        switch (instruction?.does) {
          case 'char':
            goesOn = at < text.length && instruction.fits(text.charCodeAt(at));
            at += 1;
            break;
          case 'split':
            stack.push(at, instruction.second);
            place = instruction.first;
            break;
          case 'jump':
            place = instruction.to;
            break;
          case 'start':
            goesOn = at === 0;
            break;
          case 'end':
            goesOn = at === text.length;
            break;
          case 'ahead':
            goesOn = (attempt(instruction.program, at) !== null) !== instruction.isNegative;
            break;
          case 'behind':
            goesOn =
              (at > 0 && instruction.fits(text.charCodeAt(at - 1))) !== instruction.isNegative;
            break;
          default:
            return at;
        }
      }
    }
    return null;
  }

  for (let at = 0; at <= text.length && steps < limit; ) {
    const end = attempt(program, at);
    at = end === null || end === at ? at + 1 : end;
  }
  return steps;
}
