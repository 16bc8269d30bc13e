import { readBaseUrl } from '@/lib/connection/base-url';
import type { Connection } from '@/lib/connection/connection';
import { MAX_HEADERS, readHeaders } from '@/lib/connection/request-headers';
import { AnyPrivacy, Privacy } from '@/lib/report/privacy';
import { readReportLink } from '@/lib/report/report-link';
import { z } from '@/lib/schema';
import { isColor, isLogo, MAX_AGENCY_NAME } from './agency-values';

const Text = z.string();
const valueIn = (parsed: { value: string } | object) =>
  'value' in parsed ? parsed.value : undefined;
const PRIVACIES = { public: Privacy.Public, private: Privacy.Private, password: Privacy.Password };

/**
 * For an invalid value, a reader returns undefined or throws. `public/policy-schema.json` describes
 * the same values for Chromium. No value is a secret.
 */
const READERS = {
  baseUrl: (raw: unknown) => valueIn(readBaseUrl(Text.parse(raw), true)),
  /** An address with `{id}`, or empty for no links. */
  reportLink: (raw: unknown) => valueIn(readReportLink(Text.parse(raw))),
  defaultPrivacy: (raw: unknown) => PRIVACIES[z.enum(['public', 'private', 'password']).parse(raw)],
  /** Contains names only, because each person types the values. */
  requestHeaders(raw: unknown) {
    const names = z.array(Text).parse(raw);
    const anyValue = '-';
    const parsed = readHeaders(names.map((name) => ({ name, value: anyValue })));
    return 'value' in parsed && names.length <= MAX_HEADERS ? names : undefined;
  },
  /** Turns all notifications on or off. */
  notifications: (raw: unknown) => z.boolean().parse(raw),
  agencyName: (raw: unknown) => z.string().check(z.maxLength(MAX_AGENCY_NAME)).parse(raw),
  /** `#rrggbb`. */
  agencyColor: (raw: unknown) => Text.check(z.refine(isColor)).parse(raw),
  /** A data URL of a PNG or SVG image. */
  agencyLogo: (raw: unknown) => Text.check(z.refine(isLogo)).parse(raw),
};

/** The values that an administrator has set. */
export const Policy = z.partial(
  z.object({
    baseUrl: Text,
    reportLink: Text,
    defaultPrivacy: AnyPrivacy,
    requestHeaders: z.array(Text),
    notifications: z.boolean(),
    agencyName: Text,
    agencyColor: Text,
    agencyLogo: Text,
  }),
);
export type Policy = z.infer<typeof Policy>;

/**
 * Returns the values of a policy that apply to the connection with a base URL.
 * @param baseUrl undefined without a connection: the values then apply to the next connection
 */
export function policyFor(
  policy: Policy | undefined,
  baseUrl: string | undefined,
): Pick<Policy, 'reportLink' | 'requestHeaders'> {
  const { baseUrl: policyUrl, reportLink, requestHeaders } = policy ?? {};
  const isForOther = policyUrl !== undefined && baseUrl !== undefined && baseUrl !== policyUrl;
  if (isForOther) return {};
  return {
    ...(reportLink !== undefined && { reportLink }),
    ...(requestHeaders !== undefined && { requestHeaders }),
  };
}

/**
 * Returns the base URL that the form for a connection must have; null if a person may choose it. Until the
 * service of the policy is connected, the form of a new connection, and of an only connection, has the
 * base URL of the policy.
 * @param target undefined for a new connection
 */
export function fixedBaseUrl(
  policy: Policy | undefined,
  target: Pick<Connection, 'baseUrl'> | undefined,
  connections: readonly Pick<Connection, 'baseUrl'>[],
): string | null {
  const baseUrl = policy?.baseUrl;
  if (baseUrl === undefined) return null;
  if (target?.baseUrl === baseUrl) return baseUrl;
  const isConnected = connections.some((one) => one.baseUrl === baseUrl);
  const isOneOfSeveral = target !== undefined && connections.length > 1;
  return isConnected || isOneOfSeveral ? null : baseUrl;
}

/** Logs and ignores invalid values. */
export function readPolicy(raw: Readonly<Record<string, unknown>>): Policy {
  const entries = Object.entries(READERS).flatMap(([name, readValue]) => {
    if (raw[name] === undefined) return [];
    try {
      const value = readValue(raw[name]);
      if (value !== undefined) return [[name, value]];
    } catch {
      // The following warning also reports this value.
    }
    console.warn('A value of the policy cannot be used:', name);
    return [];
  });
  return Object.fromEntries(entries);
}
