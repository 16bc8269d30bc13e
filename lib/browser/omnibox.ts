import { browser } from 'wxt/browser';
import type { TabPlace } from './tabs';

export interface Suggestion {
  /** The text of the chosen suggestion in the address bar, which Enter sends. */
  content: string;
  /** The text on screen, without formatting. */
  description: string;
}

interface OmniboxTools {
  /** Returns a sentence that explains what Enter does with a typed text. */
  enterKeyHint(): string;
  suggestionsFor(text: string): Promise<Suggestion[]>;
  /** Called with a typed text or the content of a chosen suggestion. */
  enter(text: string, place: TabPlace): Promise<void>;
}

/** Call this function synchronously when the worker starts. */
export function serveOmnibox({ enterKeyHint, suggestionsFor, enter }: OmniboxTools): void {
  const { omnibox } = browser;
  // Browsers on phones have no omnibox API.
  if (!omnibox) return;
  omnibox.onInputStarted.addListener(() => {
    void omnibox.setDefaultSuggestion({ description: escaped(enterKeyHint()) });
  });
  omnibox.onInputChanged.addListener(async (text, suggest) => {
    const suggestions = await suggestionsFor(text);
    suggest(suggestions.map((one) => ({ ...one, description: escaped(one.description) })));
  });
  omnibox.onInputEntered.addListener((text, place) => void enter(text, place));
}

/** Chromium parses descriptions as XML. Firefox shows descriptions unparsed. */
function escaped(text: string): string {
  if (import.meta.env.FIREFOX) return text;
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
