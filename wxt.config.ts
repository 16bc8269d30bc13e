import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mergeConfig } from 'vite';
import { defineConfig } from 'wxt';
import { ADDRESS_BAR_KEYWORD } from './lib/browser-ui/address-bar-keyword';
import { missingTexts } from './lib/build/locales';
import { messageModules } from './lib/build/message-modules';

/**
 * The policy of extension pages and worker. They load only their own files, connect over http and https,
 * and never turn text into code or markup.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // The options page and the client sheets show the logo of an agency, which is a `data:` URL.
  "img-src 'self' data:",
  'connect-src http: https:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // The worker loads the sitemap parser when it is first needed.
  'trusted-types sitemap-reader',
].join('; ');

/**
 * The additional policy of extension pages: only the worker sends requests. It repeats every fetch
 * directive of the manifest, because Chromium sends a prefetch if any directive of a policy allows it.
 */
const pagePolicy = (imageSources: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${imageSources}`,
    "connect-src 'none'",
    "trusted-types 'none'",
  ].join('; ');

function pagePolicyTag(isPopup: boolean) {
  return {
    tag: 'meta',
    attrs: {
      'http-equiv': 'Content-Security-Policy',
      content: pagePolicy(isPopup ? "'self'" : "'self' data:"),
    },
    injectTo: 'head-prepend' as const,
  };
}

type Messages = Record<string, { message: string; description?: string }>;

const MESSAGES_FILE = /^_locales[\\/](\w+)[\\/]messages\.json$/;

/** Prefix of the keys that contain descriptions of other messages. */
const DESCRIPTIONS = 'descriptions_';
/** The end of the key of a plural form. All forms of a message share one description. */
const FORM = /_(zero|one|two|few|many|other)$/;

/** Returns the messages of a language. Missing messages are English. */
async function withEnglish(json: string, locale: string): Promise<Messages> {
  const messages: Messages = JSON.parse(json);
  for (const [key, message] of await missingTexts(locale)) {
    messages[key.replaceAll('.', '_')] = { message };
  }
  return messages;
}

/**
 * Moves each description into the `description` of its message, where translation tools read it. The
 * i18n module does so only for messages at the top level.
 */
function describeMessages(messages: Messages): string {
  const described = Object.entries(messages)
    .filter(([key]) => !key.startsWith(DESCRIPTIONS))
    .map(([key, message]) => [
      key,
      { ...message, description: messages[DESCRIPTIONS + key.replace(FORM, '')]?.message },
    ]);
  return JSON.stringify(Object.fromEntries(described), null, 2);
}

/** The folders of all packages whose code is in the bundles. */
const bundledPackages = new Set<string>();

/** The folder of a package, within the id of one of its modules. */
const PACKAGE_FOLDER = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** Collects the packages whose code is in the bundles. */
const notedPackages = {
  name: 'noted-packages',
  generateBundle(_: unknown, bundle: Record<string, { moduleIds?: string[] }>) {
    for (const id of Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds)) {
      const [folder] = PACKAGE_FOLDER.exec(id) ?? [];
      if (folder !== undefined) bundledPackages.add(folder);
    }
  },
};

/** Returns names and licences of all packages in the bundles. */
function thirdPartyNotices(): string {
  const notices = [...bundledPackages].map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    const files = readdirSync(folder).filter((file) => /^licen[cs]e/i.test(file));
    const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
    return [`${name} ${version} (${license})`, ...texts].join('\n\n');
  });
  return `${notices.toSorted().join(`\n\n${'-'.repeat(72)}\n\n`)}\n`;
}

export default defineConfig({
  imports: false,
  // By default, WXT builds Manifest V2 for Firefox, which has no optional host permissions.
  manifestVersion: 3,
  modules: ['@wxt-dev/webextension-polyfill', '@wxt-dev/i18n/module'],
  i18n: { localesDir: 'components/text/locales' },
  hooks: {
    // The popup has a build of its own, because a file shared with other pages would contain their
    // code.
    'entrypoints:grouped': (_, groups) => {
      const pages = groups.find(Array.isArray) ?? [];
      const popup = pages.findIndex(({ type }) => type === 'popup');
      if (popup >= 0 && pages.length > 1) groups.push(pages.splice(popup, 1));
    },
    // The initial code of the popup is one file. In one file, the minifier can remove unused
    // schemas, and zod itself.
    'vite:build:extendConfig': ([entrypoint], config) => {
      if (entrypoint?.type !== 'popup') return;
      const codeSplitting = { groups: [{ name: 'popup', tags: ['$initial'] }] };
      Object.assign(
        config,
        mergeConfig(config, { build: { rolldownOptions: { output: { codeSplitting } } } }),
      );
    },
    'build:publicAssets': async (_, files) => {
      files.push({ relativeDest: 'THIRD-PARTY-NOTICES.txt', contents: thirdPartyNotices() });
      for (const file of files) {
        const [, locale] = MESSAGES_FILE.exec(file.relativeDest) ?? [];
        if (!('contents' in file) || locale === undefined) continue;
        file.contents = describeMessages(await withEnglish(file.contents, locale));
      }
    },
  },
  // Chromium's sandbox refuses to run as root.
  webExt: { chromiumArgs: process.getuid?.() === 0 ? ['--no-sandbox'] : [] },
  vite: ({ mode }) => ({
    build: {
      target: ['chrome144', 'firefox147'],
      // These browsers need no polyfill.
      modulePreload: { polyfill: false },
    },
    plugins: [
      notedPackages,
      messageModules,
      {
        name: 'extension-page-policy',
        // In development, extension pages connect to a local server that reports changes.
        transformIndexHtml: (_, { filename }) =>
          mode === 'production' ? [pagePolicyTag(filename.includes('/popup/'))] : [],
      },
    ],
  }),
  manifest: ({ browser, mode }) => ({
    name: '__MSG_extension_name__',
    description: '__MSG_extension_description__',
    default_locale: 'en',
    action: { default_title: '__MSG_extension_name__' },
    permissions: [
      'storage',
      'unlimitedStorage',
      'activeTab',
      'alarms',
      'scripting',
      'contextMenus',
    ],
    // Browsers ignore keys that they use themselves, such as Alt+Shift+R in Chromium. On a Mac, Option
    // and Shift with a letter type another letter; `MacCtrl` is the Control key.
    commands: {
      _execute_action: { suggested_key: { default: 'Alt+Shift+E', mac: 'MacCtrl+Shift+E' } },
      'report-page': {
        suggested_key: { default: 'Alt+Shift+U', mac: 'MacCtrl+Shift+U' },
        description: '__MSG_command_reportPage__',
      },
    },
    omnibox: { keyword: ADDRESS_BAR_KEYWORD },
    optional_permissions: ['notifications', 'tabs'],
    optional_host_permissions: ['https://*/*', 'http://*/*'],
    ...(mode === 'production' && {
      content_security_policy: { extension_pages: contentSecurityPolicy },
    }),
    ...(browser === 'firefox'
      ? {
          browser_specific_settings: {
            gecko: {
              id: 'seo-report-extension@local.invalid',
              strict_min_version: '147.0',
              data_collection_permissions: { required: ['browsingActivity', 'authenticationInfo'] },
            },
            // Mozilla offers an extension on Android only with this entry.
            gecko_android: { strict_min_version: '147.0' },
          },
        }
      : { minimum_chrome_version: '144', storage: { managed_schema: 'policy-schema.json' } }),
  }),
});
