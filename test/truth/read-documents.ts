import type {
  DocumentCell,
  DocumentLine,
  DocumentSection,
  ExportDocument,
} from '@/components/export/document';
import { CHECKS } from './client-histories';
import { dayIn, daysIn, numberIn, type Templates, Unrecognised } from './texts';

/** The checks in a sentence of a letter, with their numbers of pages. */
export interface CountedChecks {
  counts: Map<string, number>;
  /** The number of further checks. */
  more: number;
}

/** The sentences of a letter. */
export interface LetterFacts {
  fixedSince: (CountedChecks & { day: string }) | null;
  /** By "found, fixed", in days. */
  between: Map<string, CountedChecks>;
  /** By "passed, since, again", in days. */
  fresh: Map<string, CountedChecks>;
  otherDays: CountedChecks | null;
  next: CountedChecks | null;
}

export interface NumberFacts {
  scored: number;
  before: number | null;
  now: number | null;
  /** The number of pages that were measured again; null if the text omits the number. */
  measuredAgain: number | null;
  /** The number of muted findings; 0 if the text omits the number. */
  intended: number;
  pages: number;
  kinds: Partial<Record<string, number>>;
}

export interface MeasuredFacts {
  byDay: Map<string, number>;
  /** The first and the last day, if the text has no numbers by day. */
  range: [from: string, to: string] | null;
}

export interface ReadFacts {
  read: number;
  total: number;
}

/** For each kind of error: `all`, or the number of failures with this kind and the number of all failures. */
export type KindFacts = Map<string, 'all' | readonly [count: number, all: number]>;

/** The explanation of a check in plain words. */
export interface ExplainedFacts {
  check: string;
  isFixed: boolean;
  kinds: KindFacts;
}

/** The numbers of pages on which a problem is new or first measured. */
export interface PartFacts {
  fresh: number;
  first: number;
  /** Instead of `first`, if not all reports were read. */
  firstOfRead: number;
}

const PART_KEYS = {
  fresh: 'summary.new',
  first: 'wrong.firstMeasured',
  firstOfRead: 'summary.firstOfRead',
} as const;

/** A closed ticket whose check fails again. */
export interface ReturnedFacts {
  at: string;
  closedAt: string;
  pages: number;
}

/** Returns the name of the check with this label. */
export function checkNamed(label: string): string {
  const found = CHECKS.find((check) => check.label === label);
  if (found === undefined) throw new Unrecognised(`not a check: ${label}`);
  return found.name;
}

/** Returns functions that read the text of documents back into values. */
export function createReaders({ textOf, textsAfter, read, readCounted }: Templates) {
  function countedChecks(text: string): CountedChecks {
    const counts = new Map<string, number>();
    let more = 0;
    for (const item of text.split(/, and |, | and /)) {
      const check = readCounted('summary.checkOn', item);
      const further = readCounted('summary.moreChecks', item);
      if (check !== null) {
        const name = checkNamed(check[2] ?? '');
        if (counts.has(name)) throw new Unrecognised(`twice: ${text}`);
        counts.set(name, numberIn(check[1]));
      } else if (further !== null && more === 0) more = numberIn(further[1]);
      else throw new Unrecognised(item);
    }
    return { counts, more };
  }

  /** Reads "Passed on Nov 22, 2026, failing since Nov 29, 2026" into the days "passed, since, again". */
  function failureDates(text: string): string | null {
    const since = read('failing.since', text);
    if (since !== null) return [dayIn(since[1]), dayIn(since[2]), false].join();
    const again = read('failing.again', text);
    if (again !== null) return [dayIn(again[1]), dayIn(again[2]), true].join();
    const earlier = read('failing.orEarlier', text);
    return earlier && [null, dayIn(earlier[1]), false].join();
  }

  function letter(text: string): LetterFacts {
    const facts: LetterFacts = {
      fixedSince: null,
      between: new Map(),
      fresh: new Map(),
      otherDays: null,
      next: null,
    };
    for (const sentence of text === '' ? [] : text.split(/(?<=\.) (?=[A-Z])/)) {
      const fixedSince = read('summary.fixedOnSince', sentence);
      const otherDays = read('summary.newOnOtherDays', sentence);
      const next = read('summary.fixFirst', sentence);
      if (fixedSince !== null && facts.fixedSince === null) {
        facts.fixedSince = { day: dayIn(fixedSince[1]), ...countedChecks(fixedSince[2] ?? '') };
      } else if (otherDays !== null && facts.otherDays === null) {
        facts.otherDays = countedChecks(otherDays[1] ?? '');
      } else if (next !== null && facts.next === null) {
        facts.next = countedChecks(next[1] ?? '');
      } else addDated(facts, sentence);
    }
    return facts;
  }

  function addDated(facts: LetterFacts, sentence: string): void {
    const dated = read('summary.dated', sentence);
    if (dated === null) throw new Unrecognised(sentence);
    const { 1: dates = '', 2: checks = '' } = dated;
    const repair = read('failing.foundAndFixed', dates.replace(/^F/, 'f'));
    const failure = failureDates(dates);
    const [group, key] =
      repair === null
        ? [facts.fresh, failure]
        : [facts.between, [dayIn(repair[1]), dayIn(repair[2])].join()];
    if (key === null || group.has(key)) throw new Unrecognised(sentence);
    group.set(key, countedChecks(checks));
  }

  /** Reads the lines that say how the pages of a client have changed. */
  function numbers(lines: readonly DocumentLine[]): NumberFacts {
    const [average, kinds, findings, ...others] = lines;
    const count = findings === undefined ? 0 : intended(findings.text);
    if (average === undefined || kinds === undefined || count === null || others.length > 0) {
      throw new Unrecognised(JSON.stringify(lines));
    }
    const { label = '', text, note = null } = average;
    const again = note === null ? null : readCounted('summary.measuredAgain', note);
    if (note !== null && again === null) throw new Unrecognised(note);
    const scored = readCounted('summary.averageOfPages', label);
    if (scored === null) throw new Unrecognised(label);
    const [, before, now = ''] =
      new RegExp(`^(?:(.+) ${textOf('summary.arrow')} )?(.+)$`).exec(text) ?? [];
    if (again !== null && numberIn(again[1]) !== numberIn(scored[1]))
      throw new Unrecognised(note ?? '');
    return {
      scored: numberIn(scored[1]),
      before: before === undefined ? null : numberIn(before),
      now: now === '–' ? null : numberIn(now),
      measuredAgain: again && numberIn(again[2]),
      intended: count,
      ...pageKinds(kinds.text),
    };
  }

  /** Reads "The score counts 2 findings that are intended."; null for another line. */
  function intended(text: string): number | null {
    const found = readCounted('summary.intended', text);
    return found && numberIn(found[1]);
  }

  function pageKinds(text: string): Pick<NumberFacts, 'pages' | 'kinds'> {
    const [, pages = '', list = ''] = /^(.+?): (.+)$/.exec(text) ?? [];
    const count = readCounted('reports.pages', pages);
    if (count === null) throw new Unrecognised(text);
    const kinds: NumberFacts['kinds'] = {};
    for (const item of list.split(', ')) {
      const kind = [...KINDS].find((one) => readCounted(`summary.${one}`, item) !== null);
      if (kind === undefined || kind in kinds) throw new Unrecognised(item);
      kinds[kind] = numberIn(readCounted(`summary.${kind}`, item)?.[1]);
    }
    return { pages: numberIn(count[1]), kinds };
  }

  function measured(text: string): MeasuredFacts | null {
    const found = read('summary.measured', text);
    if (found === null) return null;
    const { 1: days = '' } = found;
    const byDay = new Map<string, number>();
    if (!days.includes('(')) return { byDay, range: daysIn(days) };
    for (const item of days.split(/(?<=\)), and |(?<=\)), |(?<=\)) and /)) {
      const day = readCounted('summary.onDay', item);
      if (day === null) throw new Unrecognised(item);
      if (byDay.has(dayIn(day[2]))) throw new Unrecognised(text);
      byDay.set(dayIn(day[2]), numberIn(day[1]));
    }
    return { byDay, range: null };
  }

  function partRead(text: string): ReadFacts | null {
    const found = read('summary.readOf', text);
    return found && { read: numberIn(found[1]), total: numberIn(found[2]) };
  }

  /** Reads the head of a document of a client. */
  function head(lines: readonly string[]) {
    const facts: { measured: MeasuredFacts | null; partRead: ReadFacts | null } = {
      measured: null,
      partRead: null,
    };
    for (const line of lines) {
      const days = measured(line);
      const part = partRead(line);
      if (days !== null && facts.measured === null) facts.measured = days;
      else if (part !== null && facts.partRead === null) facts.partRead = part;
      else throw new Unrecognised(line);
    }
    return facts;
  }

  /** Reads "nordlicht.example, Nov 20 – 26, 2026". */
  function clientAndPeriod(text: string): { client: string; period: [string, string] | null } {
    const [, client = text, days] = /^(.+?), (\w{3} \d.*)$/.exec(text) ?? [];
    return { client, period: days === undefined ? null : daysIn(days) };
  }

  /** Reads "Noindex (high)". */
  function weighted(text: string): { check: string; importance: string } {
    const [, label = '', importance = ''] = /^(.+) \((\w+)\)$/.exec(text) ?? [];
    return { check: checkNamed(label), importance };
  }

  /** Reads sentences about kinds of error: "Pages without a title. On 2 of 5 pages: Titles that …". */
  function kindSentences(check: string, text: string): KindFacts {
    const kinds: KindFacts = new Map();
    const known = textsAfter(`checks.kind.${check}_`);
    let rest = text;
    while (rest !== '') {
      const [, count, all, page = ''] = /^On (\d+) of (\d+) (pages?): /.exec(rest) ?? [];
      const sentence = rest.slice(count === undefined ? 0 : rest.indexOf(': ') + 2);
      const [kind, found = ''] = known.find(([, own]) => sentence.startsWith(own)) ?? [];
      if (kind === undefined || kinds.has(kind)) throw new Unrecognised(text);
      if (count !== undefined && (page === 'page') !== (all === '1')) throw new Unrecognised(text);
      kinds.set(kind, count === undefined ? 'all' : [numberIn(count), numberIn(all)]);
      rest = sentence.slice(found.length).trimStart();
    }
    return kinds;
  }

  /** Reads "Title, before the fix: Pages without a title." */
  function explained(line: string): ExplainedFacts {
    const [, name = '', text = ''] = /^(.+?): (.+)$/.exec(line) ?? [];
    const beforeFix = read('checks.beforeFix', name);
    const check = checkNamed(beforeFix?.[1] ?? name);
    return { check, isFixed: beforeFix !== null, kinds: kindSentences(check, text) };
  }

  function returned(line: string): ReturnedFacts | null {
    const found = readCounted('handedOver.closedFailing', line);
    return found && { pages: numberIn(found[1]), at: dayIn(found[2]), closedAt: dayIn(found[3]) };
  }

  /** Reads the lines below a problem: kinds of error, then closed tickets. */
  function meaning(check: string, lines: readonly string[]) {
    const closed = lines.flatMap((line) => returned(line) ?? []);
    const sentences = lines.slice(0, lines.length - closed.length);
    return { kinds: kindSentences(check, sentences.join(' ')), returned: closed };
  }

  function letterDocument({ title, head: lines, sections }: ExportDocument) {
    const [text, numberLines, problems, explanations, worst, ...others] = sections;
    if (title === null || others.length > 0) throw new Unrecognised(title ?? 'sections');
    if (sections.some(({ table, note }) => table !== undefined || note))
      throw new Unrecognised('table');
    const headings = [text?.heading, numberLines?.heading, worst?.heading];
    const expected = [undefined, undefined, textOf('summary.worst')];
    if (headings.join('|') !== expected.join('|')) throw new Unrecognised(headings.join('|'));
    const worstLines = worst?.lines ?? [];
    const equallyBad = readCounted('summary.equallyBad', worstLines.at(-1)?.text ?? '');
    return {
      ...clientAndPeriod(title),
      ...head(lines),
      letter: letter(text?.lines?.map((one) => one.text).join('\n') ?? ''),
      numbers: numbers(numberLines?.lines ?? []),
      isNewFirst: isNewFirst(problems),
      problems: (problems?.lines ?? []).map(problemLine),
      explained: explainedSection(explanations),
      worst: worstLines.slice(0, equallyBad === null ? undefined : -1).map(worstLine),
      equallyBad: equallyBad && {
        listed: numberIn(equallyBad[2]),
        pages: numberIn(equallyBad[1]),
        score: numberIn(equallyBad[3]),
      },
    };
  }

  /** Whether the heading of the problems says that new problems come first. */
  function isNewFirst({ heading }: DocumentSection = {}): boolean {
    const isSaid = heading === textOf('print.importantNewFirst');
    if (heading && !isSaid && heading !== textOf('print.important'))
      throw new Unrecognised(heading);
    return isSaid;
  }

  /** Reads "3 new", "2 first measured" or "2 with a single result among these reports". */
  function partsIn(items: readonly string[]): PartFacts {
    const facts: PartFacts = { fresh: 0, first: 0, firstOfRead: 0 };
    for (const item of items) {
      const kind = (['fresh', 'first', 'firstOfRead'] as const).find(
        (one) => readCounted(PART_KEYS[one], item) !== null,
      );
      if (kind === undefined || facts[kind] > 0) throw new Unrecognised(item);
      facts[kind] = numberIn(readCounted(PART_KEYS[kind], item)?.[1]);
    }
    return facts;
  }

  function explainedSection(section: DocumentSection = {}): ExplainedFacts[] {
    const { heading, lines = [], table, note } = section;
    if (table || note || (lines.length > 0 && heading !== textOf('checks.inPlainWords'))) {
      throw new Unrecognised(heading ?? 'section');
    }
    return lines.map(({ text }) => explained(text));
  }

  function problemLine({ text, below = [] }: DocumentLine) {
    const [, name = '', list = ''] = /^(.+): (.+?)$/.exec(text) ?? [];
    const [pages = '', ...parts] = list.split(', ');
    const count = readCounted('reports.pages', pages);
    if (count === null) throw new Unrecognised(text);
    const last = readCounted('summary.morePages', below.at(-1) ?? '');
    const start = below.findIndex((line) => line.startsWith('https:'));
    const addresses = below.slice(start, last === null ? undefined : -1);
    const { check, importance } = weighted(name);
    return {
      check,
      importance,
      ...meaning(check, below.slice(0, start)),
      parts: partsIn(parts),
      pages: numberIn(count[1]),
      addresses: addresses.map(addressIn),
      more: last === null ? 0 : numberIn(last[1]),
    };
  }

  function worstLine({ text, below = [] }: DocumentLine) {
    const [, scores = '', address = ''] = /^(.+) (https:\S+)$/.exec(text) ?? [];
    return { ...scoresIn(scores), address: addressIn(address), ids: below.map(linkIn) };
  }

  function scoresIn(text: string): { before: number | null; now: number } {
    const [, before, now] =
      new RegExp(`^(?:(\\S+) ${textOf('summary.arrow')} )?(\\S+)$`).exec(text) ?? [];
    return { before: before === undefined ? null : numberIn(before), now: numberIn(now) };
  }

  /** Returns the id of a report's link. */
  function linkIn(text: string): number {
    const [, link = ''] = new RegExp(`^${textOf('report.heading')}: (.+)$`).exec(text) ?? [];
    return linkedId(link);
  }

  function sheetDocument({ title, head: lines, sections }: ExportDocument) {
    const [first = '', ...further] = lines;
    const [days, ...measuredText] = first.split(' · ');
    const [own, ...others] = sections;
    const pages = others.pop();
    if (own === undefined || pages === undefined || own.heading || own.table || own.note) {
      throw new Unrecognised('sections');
    }
    const tableBelow = (keys: readonly string[]) => {
      const index = others.findIndex(({ heading }) => keys.some((key) => heading === textOf(key)));
      return index < 0 ? undefined : others.splice(index, 1)[0];
    };
    const fixes = tableBelow(['clients.fixed']);
    const fresh = tableBelow(['clients.new']);
    const old = tableBelow(['print.important', 'print.otherImportant']);
    const explanations = tableBelow(['checks.inPlainWords']);
    const note = others.flatMap(({ lines: own = [] }) => own.map(({ text }) => text));
    if (note.length > 1 || others.some(({ heading, table }) => heading || table)) {
      throw new Unrecognised(JSON.stringify(others));
    }
    const isPartAlone = partRead(first) !== null;
    const nextLine = own.lines?.at(-1)?.text ?? '';
    const next = read('summary.fixFirst', nextLine);
    return {
      client: title,
      period: isPartAlone || first === '' ? null : daysIn(days ?? ''),
      ...head(isPartAlone ? lines : [...measuredText, ...further]),
      numbers: numbers((own.lines ?? []).slice(0, next === null ? undefined : -1)),
      next: next && countedChecks(next[1] ?? ''),
      trend: own.trend
        ? { ...own.trend, days: own.trend.days.map(dayIn), averages: [...own.trend.averages] }
        : null,
      fixes: (fixes?.table?.rows ?? []).map(fixRow),
      fresh: (fresh?.table?.rows ?? []).map(newRow),
      isOther: old?.heading === textOf('print.otherImportant'),
      unlisted: unlisted(old?.note ?? note[0] ?? null),
      problems: (old?.table?.rows ?? []).map(problemRow),
      explained: explainedSection(explanations),
      heading: pages.heading ?? '',
      pages: (pages.table?.rows ?? []).map((row) => pageRow(row, pages.table?.columns ?? [])),
    };
  }

  function unlisted(note: string | null) {
    if (note === null) return null;
    const found = read('print.notListed', note) ?? read('print.oldNotListed', note);
    return { medium: numberIn(found?.[1]), low: numberIn(found?.[2]) };
  }

  /** Reads a row of a check that was fixed. */
  function fixRow([name, pages, found, fixed]: readonly DocumentCell[]) {
    const older = read('reports.orBefore', String(found));
    const check = checkNamed(richCell(name)?.text ?? '');
    return {
      check,
      kinds: kindSentences(check, (richCell(name)?.below ?? []).join(' ')),
      pages: Number(pages),
      found: dayIn(older?.[1] ?? String(found)),
      mayBeOlder: older !== null,
      fixed: dayIn(String(fixed)),
    };
  }

  /** Reads a row of a new problem. */
  function newRow([name, importance, pages, since, where]: readonly DocumentCell[]) {
    const check = checkNamed(richCell(name)?.text ?? '');
    const below = [...(richCell(name)?.below ?? [])];
    const others: Record<string, number> = {};
    for (const key of [
      'wrong.notCompared',
      'firstOfRead',
      'wrong.firstMeasured',
      'wrong.failedBefore',
    ]) {
      const found = readCounted(
        key === 'firstOfRead' ? PART_KEYS.firstOfRead : key,
        below.at(-1) ?? '',
      );
      if (found === null) continue;
      others[key.replace('wrong.', '')] = numberIn(found[1]);
      below.pop();
    }
    return {
      check,
      ...meaning(check, below),
      others,
      importance: String(importance),
      pages: Number(pages),
      since: sinceIn(String(since)),
      ...addressesIn(where),
    };
  }

  /** Reads "Nov 29, 2026, passed on Nov 22, 2026" into the days "passed, since, again". */
  function sinceIn(text: string): string {
    const older = read('reports.orBefore', text);
    if (older !== null) return [null, dayIn(older[1]), false].join();
    const again = read('print.againSince', text);
    const found = again ?? read('failing.passedOn', text);
    return [dayIn(found?.[2]), dayIn(found?.[1]), again !== null].join();
  }

  function addressesIn(where: DocumentCell | undefined) {
    if (typeof where !== 'object' || where === null) throw new Unrecognised(String(where));
    const more = where.more ? read('report.more', where.more) : null;
    return {
      addresses: (where.addresses ?? []).map(addressIn),
      more: where.more ? numberIn(more?.[1]) : 0,
    };
  }

  function problemRow([name, pages, where]: readonly DocumentCell[]) {
    if (typeof pages !== 'number') throw new Unrecognised(JSON.stringify([name, pages]));
    const check = checkNamed(richCell(name)?.text ?? '');
    const below = richCell(name)?.below ?? [];
    const last = below.at(-1) ?? '';
    const hasParts = /^\d/.test(last);
    return {
      check,
      ...meaning(check, hasParts ? below.slice(0, -1) : below),
      parts: partsIn(hasParts ? last.split(', ') : []),
      importance: 'high',
      pages,
      ...addressesIn(where),
    };
  }

  /** Reads a page. A cell without a day has the day of the column. */
  function pageRow(
    [name, before, result, important, link]: readonly DocumentCell[],
    [, beforeColumn = '', resultColumn = '']: readonly string[],
  ) {
    const dayOfColumn = (column: string) => /\((.+)\)$/.exec(plainBlanks(column))?.[1] ?? '';
    const resultText = richCell(result)?.text ?? '';
    const hasDay = resultText !== textOf('rating.none');
    const { day, ...shown } = hasDay
      ? resultWithDay(resultText, dayOfColumn(resultColumn))
      : { ...resultIn(resultText), day: null };
    return {
      address: addressIn(richCell(name)?.address ?? ''),
      before: typeof before === 'string' ? resultWithDay(before, dayOfColumn(beforeColumn)) : null,
      result: shown,
      day,
      important: typeof important === 'string' ? checksIn(important) : null,
      id: richCell(link) === null ? null : linkedId(richCell(link)?.link ?? ''),
      idText: richCell(link)?.text ?? null,
    };
  }

  function checksIn(text: string, separator = ', '): string[] {
    return text === '' ? [] : text.split(separator).map(checkNamed);
  }

  /** Reads "Good 87 (Nov 16, 2026)", or "Good 87" with the usual day. */
  function resultWithDay(text: string, usual: string) {
    const [, result = text, day = usual] = /^(.+) \((.+)\)$/.exec(plainBlanks(text)) ?? [];
    return { ...resultIn(result), day: dayIn(day) };
  }

  /** Reads "Good 87", "Good", "No score" or "No result yet". */
  function resultIn(text: string): { rating: string | null; score: number | null } {
    if (text === textOf('rating.noScore') || text === textOf('rating.none')) {
      return { rating: null, score: null };
    }
    const [, word = '', score] = /^(\w+)(?: (\d+))?$/.exec(text) ?? [];
    const rating = RATINGS.find((one) => textOf(`rating.${one}`) === word);
    if (rating === undefined) throw new Unrecognised(text);
    return { rating, score: score === undefined ? null : numberIn(score) };
  }

  function ticketTitle(title: string) {
    const [, name = '', pages = ''] = /^(.+?\)): (.+)$/.exec(title) ?? [];
    const found = readCounted('summary.pagesOf', pages);
    if (found === null) throw new Unrecognised(title);
    return { ...weighted(name), pages: numberIn(found[1]), client: found[2] };
  }

  function notes(check: string, lines: readonly string[]) {
    let worst: number | null = null;
    let inFile: number | null = null;
    const others: string[] = [];
    const meanings: string[] = [];
    for (const line of lines) {
      const isSentence = textsAfter(`checks.kind.${check}_`).some(([, text]) =>
        line.includes(text),
      );
      const listed = readCounted('ticket.worstPages', line);
      const fileLine = readCounted('ticket.inFile', line);
      if (read('ticket.why', line) !== null && !/\d/.test(line)) continue;
      if (listed !== null) worst = numberIn(listed[1] ?? '1');
      else if (fileLine !== null) inFile = numberIn(fileLine[1]);
      else if (isSentence || returned(line) !== null) meanings.push(line);
      else others.push(line);
    }
    return { worst, inFile, ...meaning(check, meanings), ...head(others) };
  }

  function ticketDocument({ title, head: lines, sections }: ExportDocument) {
    const pages: { dates: string | null; found: string; address: string; id: number | null }[] = [];
    for (const { heading, lines: own = [] } of sections.slice(0, -1)) {
      const dates = heading ? failureDates(heading) : null;
      if (heading && dates === null) throw new Unrecognised(heading);
      let found = '';
      for (const { text } of own) {
        const last = pages.at(-1);
        if (text.startsWith('https:'))
          pages.push({ dates, found, address: addressIn(text), id: null });
        else if (text.startsWith('  ') && last) last.id = linkIn(text.trim());
        else found = text;
      }
    }
    const [end, ...others] = sections.at(-1)?.lines ?? [];
    const fixedWhen = readCounted('ticket.fixedWhen', end?.text ?? '');
    if (fixedWhen === null || others.length > 0) throw new Unrecognised(end?.text ?? '');
    const head = ticketTitle(title ?? '');
    return {
      ...head,
      ...notes(head.check, lines),
      fixedWhen: { check: checkNamed(fixedWhen[2] ?? ''), pages: numberIn(fixedWhen[1]) },
      listed: pages,
    };
  }

  function proofDocument({ title, head: lines, sections }: ExportDocument) {
    const [, main = '', ...days] = /^(.+?) ?(?:, (measured .+))?$/.exec(title ?? '') ?? [];
    const fixed = readCounted('proof.fixed', main);
    const measuredText = days[0] === undefined ? null : read('proof.measured', days[0]);
    if (fixed === null || (days[0] !== undefined && measuredText === null)) {
      throw new Unrecognised(title ?? '');
    }
    const [first = '', ...explanations] = lines;
    const [client = '', copied = ''] = first.split(' · ');
    const at = read('handedOver.at', copied);
    if (at === null) throw new Unrecognised(lines.join('|'));
    return {
      explained: explanations.map(explained),
      check: checkNamed(fixed[2] ?? ''),
      pages: numberIn(fixed[1]),
      fixed: numberIn(fixed[3]),
      measured: measuredText && daysIn(measuredText[1] ?? ''),
      client,
      copiedOn: dayIn(at[1]),
      sections: sections.map(({ heading = null, lines: own = [] }) => ({
        heading: heading && proofHeading(heading),
        pages: own.map(({ text, below = [] }) => {
          const now = below.map((line) => read('proof.now', line)?.[1]).find(Boolean) ?? null;
          const links = below.filter((line) => read('proof.now', line) === null);
          return { address: addressIn(text), now, ids: links.map(linkIn) };
        }),
      })),
    };
  }

  function proofHeading(heading: string): string {
    const key = ['allFixed', 'failingAgain', 'failing', 'unmeasured', 'gone'].find(
      (one) => textOf(`proof.${one}`) === heading,
    );
    if (key === undefined) throw new Unrecognised(heading);
    return key === 'allFixed' ? 'fixed' : key;
  }

  return {
    head,
    numbers,
    intended,
    letterDocument,
    sheetDocument,
    ticketDocument,
    ticketTitle,
    notes,
    proofDocument,
    clientAndPeriod,
    failureDates,
    explained,
    kindSentences,
    returned,
    resultIn,
  };
}

const KINDS = [
  ...(['worse', 'better', 'same'] as const),
  ...(['notChecked', 'first', 'firstOfRead', 'noSummary', 'unrated'] as const),
];
const RATINGS = ['good', 'decent', 'bad'] as const;

function richCell(cell: DocumentCell | undefined) {
  return typeof cell === 'object' && cell !== null ? cell : null;
}

function addressIn(text: string): string {
  if (!/^https:\/\/[a-z./]+$/.test(text)) throw new Unrecognised(`not an address: ${text}`);
  return text;
}

const plainBlanks = (text: string): string => text.replaceAll('\u00A0', ' ');

/** Returns the link of a report on the service. */
export const linkTo = (id: number | string): string => `https://service.example/reports/${id}`;

function linkedId(link: string): number {
  const [, id = ''] = /^https:\/\/service\.example\/reports\/(\d+)$/.exec(link) ?? [];
  if (id === '') throw new Unrecognised(`not a link: ${link}`);
  return Number(id);
}
