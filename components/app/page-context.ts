import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { announceCopy } from '@/components/text/messages/copy-message';
import type { PageState } from './page-state';

/** Gives the views below it the model of their page. */
export const PageContext = createContext<PageState | null>(null);

/** The model of the page that a view stands on. */
export function usePage(): PageState {
  const page = useContext(PageContext);
  if (page === null) throw new Error('There is no page around this view.');
  return page;
}

/**
 * Copies a text, and announces how that went: the given sentence, or what to do. The password of what was copied
 * can be copied next. A line shows the sentence, or what it is given for that. Resolves with whether it was copied.
 */
export function useCopy() {
  const { actions, queue } = usePage();
  return (
    text: string,
    copied: string,
    password?: string | null,
    line?: string | null,
  ): Promise<boolean> => announceCopy(actions.onCopy(text), copied, queue.announce, password, line);
}
