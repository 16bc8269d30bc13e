import { describe, expect, it } from 'vitest';
import {
  BackupError,
  type BackupLine,
  type BackupProblem,
  lineText,
  NO_RECORDS,
  readLines,
  withRecords,
} from '@/lib/history/backup-format';
import { INITIAL_PREFERENCES } from '@/lib/settings/preferences';
import {
  dueOn,
  joinedOn,
  languageOn,
  muteOn,
  muteOnHost,
  SAMPLE_RECORDS,
  SAMPLE_SETTINGS,
  SAVED_AT,
  sampleHistory,
  starOn,
  summaryOn,
} from '../../support/sample-backup';

const LINES: readonly BackupLine[] = [
  { kind: 'header', savedAt: SAVED_AT },
  { kind: 'settings', settings: SAMPLE_SETTINGS },
  { kind: 'history', history: sampleHistory('a') },
  ...SAMPLE_RECORDS.map((record) => ({ kind: 'record' as const, record })),
  { kind: 'end', counts: { marks: 2, reports: 2, results: 1 } },
];
const TEXTS = LINES.map(lineText);

async function* each(texts: readonly string[]): AsyncGenerator<string> {
  yield* texts;
}

async function readBackup(texts: readonly string[]): Promise<BackupLine[] | BackupProblem> {
  const lines: BackupLine[] = [];
  try {
    for await (const line of readLines(each(texts))) lines.push(line);
    return lines;
  } catch (error) {
    if (error instanceof BackupError) return error.problem;
    throw error;
  }
}

function withLine(number: number, ...texts: string[]): string[] {
  return TEXTS.toSpliced(number - 1, 1, ...texts);
}

function withChangedLine(
  number: number,
  change: (object: Record<string, unknown>) => unknown,
): string[] {
  return withLine(number, JSON.stringify(change(JSON.parse(TEXTS[number - 1] ?? ''))));
}

describe('readLines', () => {
  it('returns the lines that lineText has written', async () => {
    expect(await readBackup(TEXTS)).toEqual(LINES);
  });

  it('reads the settings of earlier versions, which have no agency', async () => {
    const { agency: _, ...settings } = SAMPLE_SETTINGS;
    const texts = withChangedLine(2, () => ({ settings }));
    expect(await readBackup(texts)).toEqual(LINES.with(1, { kind: 'settings', settings }));
  });

  it('refuses an agency whose colour is not #rrggbb', async () => {
    const agency = { ...SAMPLE_SETTINGS.agency, color: 'red' };
    const texts = withChangedLine(2, () => ({ settings: { ...SAMPLE_SETTINGS, agency } }));
    expect(await readBackup(texts)).toEqual({ code: 'brokenLine', line: 2 });
  });

  it('reads a backup without settings and without histories', async () => {
    const lines: BackupLine[] = [
      { kind: 'header', savedAt: SAVED_AT },
      { kind: 'end', counts: { marks: 0, reports: 0, results: 0 } },
    ];
    expect(await readBackup(lines.map(lineText))).toEqual(lines);
  });

  it('reads mutes, which count as marks', async () => {
    const records = [
      muteOn('m1', ['host.example/1'], 2),
      muteOn('m2', ['host.example/1'], 2, 'ended'),
      muteOnHost('m3', 'host.example', 2),
    ].map((mark) => ({ mark }));
    const lines: BackupLine[] = [
      { kind: 'header', savedAt: SAVED_AT },
      { kind: 'history', history: sampleHistory('a') },
      ...records.map((record) => ({ kind: 'record' as const, record })),
      { kind: 'end', counts: withRecords(NO_RECORDS, records) },
    ];
    expect(withRecords(NO_RECORDS, records)).toEqual({ ...NO_RECORDS, marks: 3 });
    expect(await readBackup(lines.map(lineText))).toEqual(lines);
    const broken = lines.map((line) => lineText(line).replace('"sitemap"', '"title"'));
    expect(await readBackup(broken)).toEqual({ code: 'brokenLine', line: 5 });
  });

  it('reads due marks, which do not count as marks, and refuses impossible days', async () => {
    const records = [
      dueOn({ kind: 'client', name: 'mill.example' }, 2),
      dueOn({ kind: 'ticket', id: 't' }, 2, 'ended'),
      dueOn({ kind: 'starred' }, 2, 'open', { every: 'month', day: 31 }),
    ].map((mark) => ({ mark }));
    expect(withRecords(NO_RECORDS, records)).toEqual(NO_RECORDS);
    const lines: BackupLine[] = [
      { kind: 'header', savedAt: SAVED_AT },
      { kind: 'history', history: sampleHistory('a') },
      ...records.map((record) => ({ kind: 'record' as const, record })),
      { kind: 'end', counts: NO_RECORDS },
    ];
    expect(await readBackup(lines.map(lineText))).toEqual(lines);
    const broken = [
      ['"weekday":1', '"weekday":7', 3],
      ['"name":"mill.example"', '"name":"other.example"', 3],
      ['"day":31', '"day":32', 5],
    ] as const;
    for (const [part, other, line] of broken) {
      const texts = lines.map((one) => lineText(one).replace(part, other));
      expect(await readBackup(texts), other).toEqual({ code: 'brokenLine', line });
    }
  });

  it('reads joined clients, which do not count as marks', async () => {
    const records = [
      joinedOn('Mill', ['mill.example', 'shop.mill.example'], 2),
      joinedOn('Rivers', ['rhine.example', 'danube.example'], 2, 'ended'),
    ].map((mark) => ({ mark }));
    expect(withRecords(NO_RECORDS, records)).toEqual(NO_RECORDS);
    const lines: BackupLine[] = [
      { kind: 'header', savedAt: SAVED_AT },
      { kind: 'history', history: sampleHistory('a') },
      ...records.map((record) => ({ kind: 'record' as const, record })),
      { kind: 'end', counts: NO_RECORDS },
    ];
    expect(await readBackup(lines.map(lineText))).toEqual(lines);
    const broken = lines.map((line) => lineText(line).replace('"name":"Mill"', '"name":"Bakery"'));
    expect(await readBackup(broken)).toEqual({ code: 'brokenLine', line: 3 });
  });

  it('reads the days of summaries, which do not count as marks', async () => {
    const records = [
      starOn('host.example/1', 2),
      summaryOn('a.example', 3),
      languageOn('a.example', 'pt-BR', 3),
    ].map((mark) => ({
      mark,
    }));
    const counts = withRecords(NO_RECORDS, records);
    expect(counts).toEqual({ marks: 1, reports: 0, results: 0 });
    const lines: BackupLine[] = [
      { kind: 'header', savedAt: SAVED_AT },
      { kind: 'history', history: sampleHistory('a') },
      ...records.map((record) => ({ kind: 'record' as const, record })),
      { kind: 'end', counts },
    ];
    expect(await readBackup(lines.map(lineText))).toEqual(lines);
    const broken = lines.map((line) => lineText(line).replace('2026-11-03"', 'Nov 3"'));
    expect(await readBackup(broken)).toEqual({ code: 'brokenLine', line: 4 });
  });

  it.each<[string, readonly string[], BackupProblem]>([
    ['an empty file', [], { code: 'notBackup' }],
    ['another text', ['url,result', 'a,b'], { code: 'notBackup' }],
    ['other JSON', ['{"reports":[]}'], { code: 'notBackup' }],
    [
      'a later version',
      withChangedLine(1, (one) => ({ ...one, version: 2 })),
      { code: 'unknownVersion' },
    ],
    [
      'a version as text',
      withChangedLine(1, (one) => ({ ...one, version: '1' })),
      { code: 'unknownVersion' },
    ],
    [
      'a header without a date',
      withChangedLine(1, ({ savedAt: _, ...one }) => one),
      { code: 'brokenLine', line: 1 },
    ],
    ['an empty line', withLine(5, ''), { code: 'brokenLine', line: 5 }],
    [
      'a line that is cut',
      withLine(6, TEXTS[5]?.slice(0, -5) ?? ''),
      { code: 'brokenLine', line: 6 },
    ],
    ['an unknown kind of line', withLine(4, '{"note":{}}'), { code: 'brokenLine', line: 4 }],
    [
      'a further field',
      withChangedLine(8, (one) => ({ ...one, key: 'secret' })),
      { code: 'brokenLine', line: 8 },
    ],
    [
      'a score out of range',
      withLine(8, TEXTS[7]?.replace('"score":60', '"score":160') ?? ''),
      { code: 'brokenLine', line: 8 },
    ],
    [
      'a mark with the key of another mark',
      withLine(4, TEXTS[3]?.replace('"star host', '"star other') ?? ''),
      { code: 'brokenLine', line: 4 },
    ],
    [
      'a preference of another type',
      withLine(2, TEXTS[1]?.replace('"notifiesOfDone":true', '"notifiesOfDone":1') ?? ''),
      { code: 'brokenLine', line: 2 },
    ],
    [
      'a connection id with a slash',
      withLine(3, TEXTS[2]?.replace('"a"', '"a/b"') ?? ''),
      { code: 'brokenLine', line: 3 },
    ],
    [
      'a deeply nested line',
      withLine(6, `{"report":{},"found":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
      { code: 'brokenLine', line: 6 },
    ],
    ['a second header', withLine(2, TEXTS[0] ?? ''), { code: 'brokenLine', line: 2 }],
    ['settings after a history', withLine(4, TEXTS[1] ?? ''), { code: 'brokenLine', line: 4 }],
    ['a record before its history', withLine(3), { code: 'brokenLine', line: 3 }],
    ['a line after the end', [...TEXTS, TEXTS[4] ?? ''], { code: 'brokenLine', line: 10 }],
    ['a missing end', TEXTS.slice(0, -1), { code: 'truncated' }],
    ['a missing record', withLine(8), { code: 'truncated' }],
    ['a record that was added', withLine(8, TEXTS[7] ?? '', TEXTS[7] ?? ''), { code: 'truncated' }],
  ])('refuses %s', async (_, texts, problem) => {
    expect(await readBackup(texts)).toEqual(problem);
  });
});

it('the settings of a backup have every preference of a person', () => {
  const { policy: _, ...own } = INITIAL_PREFERENCES;
  expect(Object.keys(SAMPLE_SETTINGS.preferences).toSorted()).toEqual(Object.keys(own).toSorted());
});
