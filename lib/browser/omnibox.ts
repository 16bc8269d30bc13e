import { browser } from 'wxt/browser';
import type { TabPlace } from './tabs';

/** A line that the browser's address bar offers. */
export interface Suggestion {
  /** What stands in the address bar once it is chosen, and comes back with Enter. */
  content: string;
  /** What is shown: one line of plain text. */
  description: string;
}

interface OmniboxTools {
  /** What Enter does with a text that was typed, in words. */
  meaningOfEnter(): string;
  suggestionsFor(text: string): Promise<Suggestion[]>;
  /** A text was entered, or the content of a chosen suggestion. */
  enter(text: string, place: TabPlace): Promise<void>;
}

/** Listens to the address bar. Call it synchronously when the worker starts. */
export function serveOmnibox({ meaningOfEnter, suggestionsFor, enter }: OmniboxTools): void {
  // Browsers on phones have none.
  const { omnibox } = browser;
  if (!omnibox) return;
  omnibox.onInputStarted.addListener(() => {
    void omnibox.setDefaultSuggestion({ description: written(meaningOfEnter()) });
  });
  omnibox.onInputChanged.addListener(async (text, suggest) => {
    const suggestions = await suggestionsFor(text);
    suggest(suggestions.map((one) => ({ ...one, description: written(one.description) })));
  });
  omnibox.onInputEntered.addListener((text, place) => void enter(text, place));
}

/** Chromium reads a description as markup, and Firefox as it is. */
function written(text: string): string {
  if (import.meta.env.FIREFOX) return text;
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
