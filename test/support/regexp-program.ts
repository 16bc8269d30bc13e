// Regular expressions as programs of a backtracking machine, so that its steps can be counted.

/** One instruction; places are indices of the program. */
export type Instruction =
  | { does: 'char'; fits: (code: number) => boolean }
  | { does: 'split'; first: number; second: number }
  | { does: 'jump'; to: number }
  | { does: 'start' | 'end' | 'match' }
  | { does: 'ahead'; isNegative: boolean; program: Instruction[] }
  | { does: 'behind'; isNegative: boolean; fits: (code: number) => boolean };

/** Writes an instruction, told at which place it comes to stand. */
type Part = (program: Instruction[]) => void;

const ATOM = /\\p\{[^}]+\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\.|\[(?:\\.|[^\]])*\]|./isy;
const QUANTIFIER = /([*+?]|\{(\d+)(,(\d*))?\})(\??)/y;
const GROUP = /\((?:\?(?::|<?[=!]|<\w+>))?/y;

/** Compiles an expression. Throws for what it does not know: back references, wide lookbehinds. */
export function compile({ source, flags }: RegExp): Instruction[] {
  let at = 0;
  const classFlags = flags.replace(/[gy]/g, '');

  function read(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    if (found) at += found[0].length;
    return found;
  }

  function fitting(text: string): (code: number) => boolean {
    const whole = new RegExp(`^(?:${text})$`, classFlags);
    const known: boolean[] = [];
    return (code) => (known[code] ??= whole.test(String.fromCharCode(code)));
  }

  function alternatives(): Part {
    const first = sequence();
    if (source[at] !== '|') return first;
    at += 1;
    const others = alternatives();
    return (program) => choice(program, first, others);
  }

  function sequence(): Part {
    const parts: Part[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(term());
    return (program) => {
      for (const part of parts) part(program);
    };
  }

  function term(): Part {
    const part = atom();
    const found = read(QUANTIFIER);
    if (found === null) return part;
    const [, sign = '', least, comma, most, lazy] = found;
    const min = least === undefined ? Number(sign === '+') : Number(least);
    const unbounded = sign === '*' || sign === '+' || (comma !== undefined && most === '');
    const max = sign === '?' ? 1 : most ? Number(most) : min;
    return (program) => {
      for (let count = 0; count < min; count += 1) part(program);
      if (unbounded) loop(program, part, lazy === '?');
      else for (let count = min; count < max; count += 1) choice(program, part, () => {});
    };
  }

  function atom(): Part {
    const group = source[at] === '(' ? read(GROUP) : null;
    if (group !== null) return inGroup(group[0]);
    const text = read(ATOM)?.[0] ?? '';
    if (text === '^') return (program) => program.push({ does: 'start' });
    if (text === '$') return (program) => program.push({ does: 'end' });
    if (/^\\[1-9bBk]/.test(text)) throw new Error(`Unknown: ${text}`);
    const fits = fitting(text);
    return (program) => program.push({ does: 'char', fits });
  }

  function inGroup(opening: string): Part {
    const start = at;
    const part = alternatives();
    const text = source.slice(start, at);
    at += 1;
    const isNegative = opening.endsWith('!');
    if (opening === '(?<=' || opening === '(?<!') {
      const fits = fitting(text);
      return (program) => program.push({ does: 'behind', isNegative, fits });
    }
    if (opening !== '(?=' && opening !== '(?!') return part;
    const inner: Instruction[] = [];
    part(inner);
    inner.push({ does: 'match' });
    return (program) => program.push({ does: 'ahead', isNegative, program: inner });
  }

  const program: Instruction[] = [];
  alternatives()(program);
  program.push({ does: 'match' });
  return program;
}

function choice(program: Instruction[], first: Part, second: Part): void {
  const split = { does: 'split' as const, first: program.length + 1, second: 0 };
  program.push(split);
  first(program);
  const jump = { does: 'jump' as const, to: 0 };
  program.push(jump);
  split.second = program.length;
  second(program);
  jump.to = program.length;
}

function loop(program: Instruction[], part: Part, isLazy: boolean): void {
  const here = program.length;
  const split = { does: 'split' as const, first: here + 1, second: 0 };
  program.push(split);
  part(program);
  program.push({ does: 'jump', to: here });
  split.second = program.length;
  if (isLazy) [split.first, split.second] = [split.second, split.first];
}
