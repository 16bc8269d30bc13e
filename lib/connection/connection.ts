import { z } from '@/lib/schema';
import { AccountIdentity } from './account-identity';
import type { RequestHeader } from './request-headers';

const BaseUrl = /* @__PURE__ */ z
  .string()
  .check(z.refine((url) => /^https?:/.test(url) && URL.canParse(url)));

/** A connected service with its account. The API key is a separate item. */
export const Connection = z.object({
  /** Random. Has no slash, because the keys of the connection's items contain the id. */
  id: /* @__PURE__ */ z.string().check(z.refine((id) => id !== '' && !id.includes('/'))),
  /** As `readBaseUrl` returns it. */
  baseUrl: BaseUrl,
  account: z.catch(z.nullable(AccountIdentity), null),
  /** The name of the connection on screen, never the name of a person; null without a name. */
  label: z.catch(z.nullable(z.string()), null),
  /** As `readReportLink` returns it; null for the default link, empty for no links. */
  reportLink: z.catch(z.nullable(z.string()), null),
  /** Names of the request headers that the person has added. The values are a separate item. */
  headerNames: z.optional(z.array(z.string())),
});
export type Connection = z.infer<typeof Connection>;

/** Returns the name of a connection on screen: its label, or its host. */
export function connectionName({ label, baseUrl }: Pick<Connection, 'label' | 'baseUrl'>): string {
  return label ?? new URL(baseUrl).host;
}

/** A person's answers to the questions of a connection check. */
export interface ConnectAnswers {
  /** Whether the worker drops open jobs of the connection that the check was for. */
  dropsOpenJobs?: boolean;
  /** Whether the worker keeps these open jobs until their connection is used again. */
  keepsOpenJobs?: boolean;
  /** The id of the connection that, as the person says, has the account of the API key. */
  sameAs?: string;
  /** The ids of connections that, as the person says, have another account than the API key. */
  others?: readonly string[];
}

export interface ConnectRequest extends ConnectAnswers {
  /** The connection to check or to change; null to connect another service. */
  connectionId: string | null;
  baseUrl: string;
  /** Empty to use the stored key. */
  apiKey: string;
  /** An absent list means all stored headers. An empty value means the stored value of that header. */
  headers?: readonly RequestHeader[];
  /** Whether the person accepts plain http for hosts other than this computer. */
  allowsUnencrypted: boolean;
}
