import { type Background, createBackground } from '@/lib/background/background';
import type { BackgroundTools } from '@/lib/background/background-tools';
import { readSitemap } from '@/lib/import/sitemap';

const REQUEST = {
  connectionId: null,
  baseUrl: 'https://host.example',
  apiKey: 'typed-key',
  allowsUnencrypted: false,
};

/** Creates the background of an online browser with all permissions. The first connection id is `a`. */
export function createTestBackground(
  tools: Partial<BackgroundTools> & Pick<BackgroundTools, 'clientFor'>,
): Background {
  let nextLetter = 'a'.charCodeAt(0);
  return createBackground({
    permissions: {
      has: async () => true,
      remove: async () => {},
      allowedHosts: async () => [],
    },
    loadSitemapReader: async () => readSitemap,
    keepAwake: (work) => work,
    isOnline: () => true,
    wakeAt() {},
    later: queueMicrotask,
    refreshBadge() {},
    refreshMenus() {},
    newId() {
      const id = String.fromCharCode(nextLetter);
      nextLetter += 1;
      return id;
    },
    now: () => 0,
    isExtensionPageVisible: async () => false,
    hasOnlyPrivateWindows: async () => false,
    notify: async () => false,
    ...tools,
  });
}

export async function connectedBackground(
  clientFor: BackgroundTools['clientFor'],
): Promise<Background> {
  const background = createTestBackground({ clientFor });
  await background.api.connect(REQUEST);
  return background;
}
