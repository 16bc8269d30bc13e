import { browser } from 'wxt/browser';

/** Keeps `storage.local` from content scripts, in browsers that can. */
export async function limitStorageToTrustedContexts(): Promise<void> {
  const local: { setAccessLevel?(level: { accessLevel: string }): Promise<void> } =
    browser.storage.local;
  await local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
}
