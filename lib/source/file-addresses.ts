import { addressesInText, MOST_ADDRESSES } from './addresses-in-text';
import { fileText } from './file-text';
import type { UnreadFile } from './sitemap-walk';

/** What files hold, all together. */
export interface FileAddresses {
  /** Addresses of pages as they stand in the files, in their order; at most 50,000. */
  texts: string[];
  /** Whether there are more. */
  isCut: boolean;
  /** How many other rows and links they have. */
  leftOut: number;
  /** The files that could not be read, or not to their end, by their names. */
  unread: UnreadFile[];
}

/** The addresses in files that a person has chosen, whatever their names. */
export async function addressesInFiles(files: readonly File[]): Promise<FileAddresses> {
  const all: FileAddresses = { texts: [], isCut: false, leftOut: 0, unread: [] };
  for (const file of files) {
    const { text, fault } = await fileText(file.stream());
    const { texts, sitemaps, isCut, leftOut, isBroken } = addressesInText(text);
    const problem = sitemaps.length > 0 ? 'isIndex' : (fault ?? (isBroken ? 'broken' : null));
    if (problem !== null) all.unread.push({ url: file.name, problem });
    all.texts = all.texts.concat(texts);
    all.isCut ||= isCut;
    all.leftOut += leftOut;
  }
  const isCut = all.isCut || all.texts.length > MOST_ADDRESSES;
  return { ...all, texts: all.texts.slice(0, MOST_ADDRESSES), isCut };
}
