import { z } from '@/lib/schema';
import { AccountIdentity } from './account-identity';
import type { RequestHeader } from './request-headers';

/** A schema for a base URL that `readBaseUrl` has returned. */
const BaseUrl = z.string().check(z.refine((url) => /^https?:/.test(url) && URL.canParse(url)));

/** A connected service with its account. The API key is a separate item. */
export const Connection = z.object({
  /** A random id without slashes. The keys of all items of the connection contain it. */
  id: z.string().check(z.refine((id) => id !== '' && !id.includes('/'))),
  baseUrl: BaseUrl,
  /** Null if the account is unknown. */
  account: z.catch(z.nullable(AccountIdentity), null),
  /** The name of the connection on screen; null without a name. Never the name of a person. */
  label: z.catch(z.nullable(z.string()), null),
  /** The value of `readReportLink`; null for the default link, empty for no links. */
  reportLink: z.catch(z.nullable(z.string()), null),
  /** Names of the person's request headers; absent without any. The values are a separate item. */
  headerNames: z.optional(z.array(z.string())),
});
export type Connection = z.infer<typeof Connection>;

/** A person's answers to the questions of a connection check. */
export interface ConnectAnswers {
  /** Whether open jobs of the connection in use are dropped. */
  dropsOpenWork?: boolean;
  /** Whether open jobs of the connection in use wait until that connection is used again. */
  keepsOpenWork?: boolean;
  /** The id of the connection that has the account of the API key. */
  sameAs?: string;
  /** The ids of connections that have other accounts. */
  others?: readonly string[];
}

/** The fields and answers with which a person connects. */
export interface ConnectRequest extends ConnectAnswers {
  baseUrl: string;
  /** Empty to use the stored key. */
  apiKey: string;
  /** The person's request headers. If absent, or if a value is empty, the stored ones are used. */
  headers?: readonly RequestHeader[];
  /** Whether the person accepts that the key is sent to other computers over plain http. */
  allowsUnencrypted: boolean;
}
