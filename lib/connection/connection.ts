import { z } from '@/lib/schema';
import type { RequestHeader } from './request-headers';

/** A stored base URL, as `readBaseUrl` returns it. */
const BaseUrl = z.string().check(z.refine((url) => /^https?:/.test(url) && URL.canParse(url)));

/** The service that this browser is connected to. The API key is a separate item. */
export const Connection = z.object({
  /** A random id. It is a part of the keys of all items of this connection, between slashes. */
  id: z.string().check(z.refine((id) => id !== '' && !id.includes('/'))),
  baseUrl: BaseUrl,
  /** Names of the person's request headers; absent without any. Their values are a separate item. */
  headerNames: z.optional(z.array(z.string())),
});
export type Connection = z.infer<typeof Connection>;

/** A person's decision about open jobs of the current connection. */
export interface OpenWorkConsent {
  /** Whether open jobs are dropped. */
  dropsOpenWork?: boolean;
  /** Whether open jobs continue with another key of the same service. */
  keepsOpenWork?: boolean;
}

/** What a person types to connect. */
export interface ConnectRequest extends OpenWorkConsent {
  baseUrl: string;
  /** Empty for the stored key. */
  apiKey: string;
  /** The person's request headers. Absent for the stored ones; an empty value is the stored value. */
  headers?: readonly RequestHeader[];
  /** Whether the person accepts that the key is sent to other computers over plain http. */
  allowsUnencrypted: boolean;
}
