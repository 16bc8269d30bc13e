/** How the browser should look. */
export interface Appearance {
  /** Outer size of the window in CSS pixels. The page is as wide, and 87 lower in headless. */
  window?: { width: number; height: number } | undefined;
  /** Device pixels to a CSS pixel: 2 makes screenshots twice as large, of popups too. */
  deviceScaleFactor?: number | undefined;
  /** For every page and popup. Without it: light in headless, as the system says otherwise. */
  colorScheme?: 'light' | 'dark' | undefined;
  /** A BCP 47 tag such as `de`. Without it, the system's. */
  language?: string | undefined;
}

/**
 * Command line for an appearance.
 *
 * Headless Chromium has a screen of 800×600 unless told otherwise, and a popup cannot be higher
 * than the room below the toolbar there (510), while Chromium's own limit is 800×600 for a popup.
 * So the screen is made large. Its pixels are device pixels.
 */
export function appearanceArguments(
  { window = { width: 1280, height: 800 }, deviceScaleFactor, colorScheme, language }: Appearance,
  headless: boolean,
): string[] {
  const scale = deviceScaleFactor ?? 1;
  const screenWidth = Math.round(Math.max(1920, window.width) * scale);
  const screenHeight = Math.round(Math.max(1200, window.height) * scale);
  return [
    `--window-size=${window.width},${window.height}`,
    ...(headless
      ? [`--screen-info={${screenWidth}x${screenHeight} devicePixelRatio=${scale}}`]
      : deviceScaleFactor === undefined
        ? []
        : [`--force-device-scale-factor=${deviceScaleFactor}`]),
    // The first decides what pages are told; the second darkens the browser's own parts.
    ...(colorScheme
      ? [`--blink-settings=preferredColorScheme=${colorScheme === 'dark' ? 0 : 1}`]
      : []),
    ...(colorScheme === 'dark' ? ['--force-dark-mode'] : []),
    ...(language ? [`--lang=${language}`, `--accept-lang=${language}`] : []),
  ];
}

/**
 * Environment for a language. What decides what, measured on Linux, Chromium 156, headless:
 *
 * | by | decides |
 * |---|---|
 * | `--lang` | `i18n.getMessage` and the extension's name, from its `_locales` |
 * | `--accept-lang` | `navigator.languages`, `i18n.getAcceptLanguages`, the header Accept-Language |
 * | `LANGUAGE` (or `LC_ALL`, `LANG`) | `i18n.getUILanguage`, `@@bidi_dir`, the default of `Intl`, and `getMessage`; but only where Chromium has that language's own file `locales/….pak`, otherwise all stay English |
 *
 * Debian keeps those files in the package `chromium-l10n`; Chrome brings them along.
 */
export function appearanceEnvironment(
  { language }: Appearance,
  env: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  return language ? { ...env, LANGUAGE: language } : env;
}
