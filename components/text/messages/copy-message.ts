import { i18n } from '#i18n';

/** How copying went: the given sentence, or what to do where the browser did not allow it. */
export async function copyMessage(copying: Promise<void>, copied: string): Promise<string> {
  try {
    await copying;
    return copied;
  } catch {
    return i18n.t('form.copyFailed');
  }
}
