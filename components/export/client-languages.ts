import { i18n } from '#i18n';
import type { HistoryState } from '@/components/app/history-state';
import { language, type Words } from '@/components/text/language';
import { isLanguage, type Language, loadedWords, loadWords } from '@/components/text/languages';
import type { Failure } from '@/lib/failure';
import { hasFailed } from '@/lib/result';

/** The languages of documents for clients. */
export interface ClientLanguages {
  /**
   * Returns the language that a person chose for a client, or else the language on screen.
   * @param client null if unknown
   */
  of(client: string | null): Language;
  /** Returns the words of a client's language; until they are loaded, the words on screen. */
  wordsFor(client: string | null): Words;
  /** Loads the words of clients. Never rejects. */
  load(clients: readonly (string | null)[]): Promise<void>;
  /** Loads the words of all chosen languages, for a print by the browser. */
  loadChosen(): void;
  /** Stores the language of clients. A private window stores nothing. */
  remember(clients: readonly string[], language: Language): Promise<Failure | null>;
}

export function createClientLanguages({
  history,
  isPrivate,
}: {
  history: Pick<HistoryState, 'marks' | 'changeMarks'>;
  isPrivate: boolean;
}): ClientLanguages {
  function of(client: string | null): Language {
    const chosen = history.marks()?.languages.find((one) => one.client === client)?.language;
    return chosen !== undefined && isLanguage(chosen) ? chosen : languageOnScreen();
  }

  return {
    of,
    wordsFor: (client) => loadedWords(of(client)) ?? i18n,
    async load(clients) {
      await Promise.allSettled([...new Set(clients.map(of))].map(loadWords));
    },
    loadChosen() {
      for (const { language } of history.marks()?.languages ?? []) {
        if (isLanguage(language)) void loadWords(language).catch(() => {});
      }
    },
    async remember(clients, chosen) {
      if (isPrivate || clients.length === 0) return null;
      const change = { kind: 'setLanguage', clients, language: chosen } as const;
      const result = await history.changeMarks(change);
      return hasFailed(result) ? result.failure : null;
    },
  };
}

function languageOnScreen(): Language {
  const shown = language();
  return isLanguage(shown) ? shown : 'en';
}
