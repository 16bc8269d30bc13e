import { type Answer, refusal } from './answer';

/** The six calls of the interface. */
export type Call = 'list' | 'get' | 'create' | 'update' | 'remove' | 'account';

/** A call, and the identifier in its path if it has one. */
export interface Route {
  readonly call: Call;
  readonly id: string | null;
}

interface Resource {
  readonly path: RegExp;
  readonly calls: ReadonlyMap<string, Call>;
}

const resources: readonly Resource[] = [
  {
    path: /^\/api\/v1\/reports$/,
    calls: new Map<string, Call>([
      ['GET', 'list'],
      ['POST', 'create'],
    ]),
  },
  {
    path: /^\/api\/v1\/reports\/([^/]+)$/,
    calls: new Map<string, Call>([
      ['GET', 'get'],
      ['PUT', 'update'],
      ['DELETE', 'remove'],
    ]),
  },
  { path: /^\/api\/v1\/account$/, calls: new Map<string, Call>([['GET', 'account']]) },
];

/**
 * The call that a method and a path below the base URL name, or the refusal: 404 when nothing is there
 * (a trailing slash included), 405 when the method does not fit.
 */
export function findRoute(method: string, path: string): Route | Answer {
  for (const resource of resources) {
    const match = resource.path.exec(path);
    if (!match) continue;
    const call = resource.calls.get(method);
    if (call) return { call, id: match[1] ?? null };
    const allow = [...resource.calls.keys()].join(', ');
    return refusal(405, `${method} is not possible at ${path}, only ${allow}.`, { allow });
  }
  return refusal(404, `There is nothing at ${path}.`);
}
