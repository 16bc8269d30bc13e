import { browser } from 'wxt/browser';
import type { TabPlace } from './tabs';

/** A suggestion in the browser's address bar. */
export interface Suggestion {
  /** The text of the address bar after the suggestion was chosen. Enter sends this text. */
  content: string;
  /** The visible line of plain text. */
  description: string;
}

interface OmniboxTools {
  /** Returns words for what Enter does with a typed text. */
  meaningOfEnter(): string;
  suggestionsFor(text: string): Promise<Suggestion[]>;
  /** Called with a typed text or the content of a chosen suggestion. */
  enter(text: string, place: TabPlace): Promise<void>;
}

/** Listens to the address bar. Call it synchronously when the worker starts. */
export function serveOmnibox({ meaningOfEnter, suggestionsFor, enter }: OmniboxTools): void {
  // Undefined in browsers on phones.
  const { omnibox } = browser;
  if (!omnibox) return;
  omnibox.onInputStarted.addListener(() => {
    void omnibox.setDefaultSuggestion({ description: escaped(meaningOfEnter()) });
  });
  omnibox.onInputChanged.addListener(async (text, suggest) => {
    const suggestions = await suggestionsFor(text);
    suggest(suggestions.map((one) => ({ ...one, description: escaped(one.description) })));
  });
  omnibox.onInputEntered.addListener((text, place) => void enter(text, place));
}

/** Escapes a description, which Chromium parses as XML and Firefox shows as plain text. */
function escaped(text: string): string {
  if (import.meta.env.FIREFOX) return text;
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
