import { browser } from 'wxt/browser';
import { descriptionOf, escapeMarkup, type Suggestion } from './omnibox-line';
import type { TabPlace } from './tabs';

/** What is done with what a person types after the keyword. */
interface OmniboxTools {
  /** What Enter does with a text, in words. */
  meaningOfEnter(): Promise<string>;
  change(text: string, suggest: (suggestions: Suggestion[]) => void): Promise<void>;
  enter(text: string, place: TabPlace): Promise<void>;
  cancel(): void;
}

/**
 * Chromium reads descriptions as markup, in which a lone ampersand is an error; Firefox shows them as
 * they are. Chromium puts further suggestions in place of the former, and Firefox below them.
 */
async function readsMarkup(): Promise<boolean> {
  try {
    await browser.omnibox.setDefaultSuggestion({ description: '&' });
    return false;
  } catch {
    return true;
  }
}

/** Listens to the address bar. Call it synchronously when the worker starts. */
export function serveOmnibox({ meaningOfEnter, change, enter, cancel }: OmniboxTools): void {
  // Browsers on phones have none.
  const { omnibox } = browser;
  if (!omnibox) return;
  let markup: Promise<boolean> | undefined;

  async function sayWhatEnterDoes(hasMarkup: boolean): Promise<void> {
    const meaning = await meaningOfEnter();
    const description = hasMarkup ? escapeMarkup(meaning) : meaning;
    await omnibox.setDefaultSuggestion({ description });
  }

  /** Finding it out replaces what the browser says of Enter. */
  function prepare(): Promise<boolean> {
    markup ??= readsMarkup().then(async (hasMarkup) => {
      await sayWhatEnterDoes(hasMarkup);
      return hasMarkup;
    });
    return markup;
  }

  omnibox.onInputStarted.addListener(() => {
    void prepare().then(sayWhatEnterDoes);
  });
  omnibox.onInputChanged.addListener((text, suggest) => {
    const prepared = prepare();
    const shown = new Set<string>();
    void change(text, async (suggestions) => {
      const hasMarkup = await prepared;
      const further = suggestions.filter(({ content }) => hasMarkup || !shown.has(content));
      for (const { content } of further) shown.add(content);
      suggest(
        further.map((one) => ({
          content: one.content,
          description: descriptionOf(one, hasMarkup),
        })),
      );
    });
  });
  omnibox.onInputEntered.addListener((text, disposition) => {
    void enter(text, disposition);
  });
  omnibox.onInputCancelled.addListener(cancel);
}
