import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { announceCopy, type CopiedDetails } from '@/components/text/messages/copy-message';
import type { PageState } from './page-state';

/** Provides the model of an extension page to its views. */
export const PageContext = createContext<PageState | null>(null);

/** Returns the model of the extension page around a view. */
export function usePage(): PageState {
  const page = useContext(PageContext);
  if (page === null) throw new Error('A view with usePage() needs a PageContext around it.');
  return page;
}

/**
 * Returns a function that copies a text and announces the outcome, even if the text cannot be
 * computed. `announceCopy` describes the other parameters.
 */
export function useCopy() {
  const { actions, notices } = usePage();
  return (
    text: string | (() => string),
    copied: string,
    details?: CopiedDetails,
  ): Promise<boolean> => {
    const copy = async () => actions.onCopy(typeof text === 'string' ? text : text());
    return announceCopy(copy(), copied, notices.announce, details);
  };
}
