import { z } from '@/lib/schema';
import type { RequestHeader } from './request-headers';

/** A stored base URL, as `readBaseUrl` gives it. */
const BaseUrl = z.string().check(z.refine((url) => /^https?:/.test(url) && URL.canParse(url)));

/** The service that this browser is connected to. The API key is stored apart from it. */
export const Connection = z.object({
  /**
   * Names everything that is stored for this connection; not the service's word. It stands between
   * slashes in the keys of the store.
   */
  id: z.string().check(z.refine((id) => id !== '' && !id.includes('/'))),
  baseUrl: BaseUrl,
  /** The names of the request headers whose values are stored as secrets; absent where there are none. */
  headerNames: z.optional(z.array(z.string())),
});
export type Connection = z.infer<typeof Connection>;

/** What a person agrees to where tasks are open on the connection that stands. */
export interface OpenWorkConsent {
  /** To drop them. */
  dropsOpenWork?: boolean;
  /** To go on with them, with another key of the same service. */
  keepsOpenWork?: boolean;
}

/** What a person types to connect. */
export interface ConnectRequest extends OpenWorkConsent {
  baseUrl: string;
  /** Empty: check the connection that stands, with the key that is stored. */
  apiKey: string;
  /** All that are to be sent. Empty value: the stored one of that name. Absent: those that are stored. */
  headers?: readonly RequestHeader[];
  /** Consent to send the key over plain http beyond this machine. */
  allowsUnencrypted: boolean;
}
