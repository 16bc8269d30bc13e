import { ReportChange } from '@/lib/report/report-change';
import { ReportDraft } from '@/lib/report/report-draft';
import { z } from '@/lib/schema';
import { JsonArray, under } from './json-parts';

/** The parameters of the interface that a service may complain of. */
const PARAMETERS = Object.keys({ ...ReportDraft.shape, ...ReportChange.shape });

const Name = z.string().check(z.trim(), z.minLength(1));
/** Where something stands: `/data/attributes/url`, `#/url`, or a list of names. */
const Path = z.pipe(
  z.union([
    z.pipe(
      JsonArray,
      z.transform((names) => names.at(-1)),
    ),
    z.pipe(
      z.string(),
      z.transform((path) => path.slice(path.lastIndexOf('/') + 1)),
    ),
  ]),
  Name,
);

const FieldName = z.union([
  ...['field', 'param', 'parameter', 'property', 'attribute'].map((name) => under(name, Name)),
  ...['path', 'loc', 'pointer'].map((name) => under(name, Path)),
  under('name', Name),
  under('source', z.union([under('parameter', Name), under('pointer', Path)])),
]);

/** The field that one of several errors is about, as the interface names it; empty where it names none. */
export function fieldName(error: unknown): string {
  return parameterName(FieldName.safeParse(error).data ?? '');
}

/** Some services write the names of their parameters in capitals. */
export function parameterName(name: string): string {
  const lower = name.toLowerCase();
  return PARAMETERS.includes(lower) ? lower : name;
}
