import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type ApiKeyProblem, readApiKey } from '@/lib/connection/api-key';
import { type BaseUrlProblem, readBaseUrl, travelsUnencrypted } from '@/lib/connection/base-url';
import type { Connection, ConnectRequest } from '@/lib/connection/connection';
import { hasUserInfo, readAddress } from '@/lib/url/typed-address';

export interface ConnectProblems {
  baseUrl?: BaseUrlProblem;
  apiKey?: ApiKeyProblem;
}

/** What is typed to connect, and what is wrong with it. */
export interface ConnectFields {
  baseUrl: Signal<string>;
  apiKey: Signal<string>;
  allowsUnencrypted: ReadonlySignal<boolean>;
  /** Whether the address asks for consent to plain http. */
  needsConsent: ReadonlySignal<boolean>;
  /** Whether the address that was typed last held a user name or password, which are left out. */
  hasUserInfo: ReadonlySignal<boolean>;
  /** Whether the key that is kept serves when the field stays empty. */
  hasStoredKey: ReadonlySignal<boolean>;
  problems: Signal<ConnectProblems>;
  enterBaseUrl(text: string): void;
  /** Writes out what is meant by the text of the field, such as a missing scheme. */
  leaveBaseUrl(): void;
  enterApiKey(text: string): void;
  allowUnencrypted(isAllowed: boolean): void;
  read(): { value: ConnectRequest } | { problems: ConnectProblems };
}

/**
 * Makes the fields, filled with the connection that stands.
 * @param onEnter called when another address or key is entered
 */
export function createConnectFields(
  connection: ReadonlySignal<Connection | undefined>,
  onEnter: () => void,
): ConnectFields {
  const baseUrl = signal(connection.value?.baseUrl ?? '');
  const apiKey = signal('');
  /** Consent is to one origin, and does not go over to another that is typed later. */
  const consentedOrigin = signal(
    travelsUnencrypted(baseUrl.value) ? originOf(baseUrl.value) : undefined,
  );
  const allowsUnencrypted = computed(
    () => consentedOrigin.value !== undefined && consentedOrigin.value === originOf(baseUrl.value),
  );
  const problems = signal<ConnectProblems>({});
  const typed = signal(baseUrl.value);
  const hasStoredKey = computed(() => {
    const read = readBaseUrl(baseUrl.value, true);
    return 'value' in read && read.value === connection.value?.baseUrl;
  });

  return {
    baseUrl,
    apiKey,
    allowsUnencrypted,
    needsConsent: computed(() => travelsUnencrypted(baseUrl.value)),
    hasUserInfo: computed(() => {
      const read = readAddress(typed.value);
      return 'url' in read && hasUserInfo(read.url);
    }),
    hasStoredKey,
    problems,
    enterBaseUrl(text) {
      const { baseUrl: _, ...others } = problems.value;
      batch(() => {
        onEnter();
        baseUrl.value = text;
        typed.value = text;
        problems.value = others;
      });
    },
    leaveBaseUrl() {
      const read = readBaseUrl(baseUrl.value, true);
      if ('value' in read) baseUrl.value = read.value;
    },
    enterApiKey(text) {
      const { apiKey: _, ...others } = problems.value;
      batch(() => {
        onEnter();
        apiKey.value = text;
        problems.value = others;
      });
    },
    allowUnencrypted(isAllowed) {
      const { baseUrl: _, ...others } = problems.value;
      batch(() => {
        consentedOrigin.value = isAllowed ? originOf(baseUrl.value) : undefined;
        problems.value = others;
      });
    },
    read() {
      const base = readBaseUrl(baseUrl.value, allowsUnencrypted.value);
      const usesStored = apiKey.value.trim() === '' && hasStoredKey.value;
      const key = usesStored ? { value: '' } : readApiKey(apiKey.value);
      if ('value' in base && 'value' in key) {
        return {
          value: {
            baseUrl: base.value,
            apiKey: key.value,
            allowsUnencrypted: allowsUnencrypted.value,
          },
        };
      }
      return {
        problems: {
          ...('problem' in base && { baseUrl: base.problem }),
          ...('problem' in key && { apiKey: key.problem }),
        },
      };
    },
  };
}

function originOf(text: string): string | undefined {
  const read = readAddress(text);
  return 'url' in read ? read.url.origin : undefined;
}
