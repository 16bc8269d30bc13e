import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { i18n } from '#i18n';
import type { Words } from '@/components/text/language';
import { type Language, loadWords } from '@/components/text/languages';
import type { CopiedView } from '@/components/text/messages/copy-message';
import { failureMessage } from '@/components/text/messages/failure-message';
import { exportFailed } from './attempt-export';
import type { ClientLanguages } from './client-languages';
import { type ClientDocument, type WrittenDocument, writtenText } from './document';
import { writtenHtml } from './document-html';
import { writtenMarkdown } from './document-markdown';

/** The documents of a copy. Each can be written again in another language. */
export interface CopiedDocuments {
  documents: readonly ClientDocument[];
  /** Whether the documents are for a tracker, which takes HTML and Markdown. */
  isForTracker: boolean;
}

/** A copy on screen. */
interface ShownCopy extends CopiedDocuments {
  /** The language in the combobox. */
  language: Language;
  /** The words of all documents; null for the words of each client. */
  words: Words | null;
}

/** The view of a copied text. */
export interface CopiedText {
  /** Null while the view is closed. */
  shown: ReadonlySignal<ShownCopy | null>;
  written: ReadonlySignal<readonly WrittenDocument[]>;
  /** Why the last press failed; null if it did not fail. */
  failure: ReadonlySignal<string | null>;
  /** Returns the view of a copy, for *View* in its notice. */
  viewOf(copied: CopiedDocuments): CopiedView;
  close(): void;
  /** Writes the documents in another language, and remembers the language for their clients. */
  choose(language: Language): Promise<void>;
  /** Resolves with whether the copy has succeeded. */
  copy(): Promise<boolean>;
  copyMarkdown(): Promise<boolean>;
}

interface CopiedTextTools {
  languages: ClientLanguages;
  /** See `ExportTools`. */
  copyLater(text: Promise<string>, html: Promise<string> | null): Promise<void>;
}

export function createCopiedText({ languages, copyLater }: CopiedTextTools): CopiedText {
  const shown = signal<ShownCopy | null>(null);
  const failure = signal<string | null>(null);
  let latestChoice: Language | null = null;

  const written = computed(() =>
    (shown.value?.documents ?? []).map(({ client, documentIn }) => {
      const words = shown.value?.words ?? languages.wordsFor(client);
      return { document: documentIn(words), words };
    }),
  );

  async function copy(text: string, html: string | null): Promise<boolean> {
    failure.value = null;
    try {
      await copyLater(Promise.resolve(text), html === null ? null : Promise.resolve(html));
      return true;
    } catch {
      failure.value = i18n.t('copied.nothing');
      return false;
    }
  }

  return {
    shown,
    written,
    failure,
    viewOf: (copied) => ({
      isOpen: computed(() => shown.value?.documents === copied.documents),
      open() {
        failure.value = null;
        latestChoice = null;
        const client = copied.documents[0]?.client ?? null;
        shown.value = { ...copied, language: languages.of(client), words: null };
      },
    }),
    close() {
      shown.value = null;
    },
    async choose(language) {
      const copy = shown.value;
      if (copy === null) return;
      latestChoice = language;
      failure.value = null;
      try {
        const words = await loadWords(language);
        // Another choice or another copy may have followed while the words were loading.
        if (latestChoice !== language || shown.value?.documents !== copy.documents) return;
        shown.value = { ...copy, language, words };
        const clients = copy.documents.flatMap(({ client }) => client ?? []);
        const refusal = await languages.remember(clients, language);
        if (refusal !== null) failure.value = failureMessage(refusal);
      } catch (error) {
        failure.value = exportFailed(error);
      }
    },
    copy: () =>
      copy(
        writtenText(written.value),
        shown.value?.isForTracker ? writtenHtml(written.value) : null,
      ),
    copyMarkdown: () => copy(writtenMarkdown(written.value), null),
  };
}
