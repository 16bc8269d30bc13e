/** What a popup must show before it counts as painted, by a name for each. */
export interface Expectation {
  /** The element whose paint is timed. */
  selector: string;
  /** What its text must contain. */
  text: string;
  /** How many elements match `countOf` at that moment. */
  count?: number;
  countOf?: string;
  /** Whether the page is kept as it is at that moment, as HTML; not to be timed. */
  keepsMarkup?: boolean;
}

/** What the probe has seen in a popup, in milliseconds since the popup's own navigation began. */
export interface Seen {
  /** When the element was in the document. */
  inserted: Record<string, number>;
  /** When the frame that shows it was on the screen. */
  painted: Record<string, number>;
  /** Tasks of more than 50 ms. */
  longTasks: number[];
  /** The page when what keeps it was there. */
  markup?: string;
}

declare global {
  /** Where the probe leaves what it has seen. */
  var benchProbe: Seen | undefined;
  /** How many of the elements that were expected under a name have no box, and so are not shown. */
  var benchUnshown: ((name: string) => number) | undefined;
}

/**
 * A script for every new page: it watches for what a popup is expected to show, and lets the browser
 * time its paint (Element Timing). It changes nothing but an attribute.
 */
export function probeScript(expected: Record<string, Expectation>): string {
  return `(${watch})(${JSON.stringify(expected)})`;
}

/** Runs in the page, before anything of the page's own. */
function watch(expected: Record<string, Expectation>): void {
  if (location.pathname !== '/popup.html') return;
  const seen: Seen = { inserted: {}, painted: {}, longTasks: [] };
  globalThis.benchProbe = seen;
  globalThis.benchUnshown = (name) => {
    const { selector = '', countOf = selector } = expected[name] ?? {};
    const elements = [...document.querySelectorAll(countOf)];
    return elements.filter((element) => element.getBoundingClientRect().height === 0).length;
  };
  const missing = new Map(Object.entries(expected));

  /** The page with what stands in its fields, which is no part of the document itself. */
  function markup(): string {
    const copy = document.documentElement.cloneNode(true) as Element;
    const fields = [...copy.querySelectorAll('input')];
    for (const [at, field] of document.querySelectorAll('input').entries()) {
      fields[at]?.setAttribute('value', field.value);
      fields[at]?.toggleAttribute('checked', field.checked);
    }
    return copy.outerHTML;
  }

  function look(): void {
    for (const [name, { selector, text, count, countOf, keepsMarkup }] of missing) {
      const element = document.querySelector(selector);
      if (!element?.textContent?.includes(text)) continue;
      if (countOf && document.querySelectorAll(countOf).length !== count) continue;
      missing.delete(name);
      seen.inserted[name] = performance.now();
      if (keepsMarkup) seen.markup = markup();
      // Text is timed with the innermost block around it.
      for (const part of [element, ...element.querySelectorAll('*')]) {
        part.setAttribute('elementtiming', name);
      }
    }
    if (missing.size === 0) observer.disconnect();
  }

  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true, characterData: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      identifier: string;
      renderTime: number;
    })[]) {
      seen.painted[entry.identifier] ??= entry.renderTime;
    }
  }).observe({ type: 'element', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longTasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
}
