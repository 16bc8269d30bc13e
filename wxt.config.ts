import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'wxt';
import { missingTexts } from './lib/build/locales';

/**
 * What pages and worker may load and reach: their own files, and the service over http or https. No
 * text may become code or markup.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  'connect-src http: https:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // The worker loads one script of its own later.
  'trusted-types sitemap-reader',
].join('; ');

/**
 * The additional policy of extension pages: the worker alone sends requests. Every fetch directive of the
 * manifest is repeated, because Chromium sends a prefetch that any directive of a policy allows.
 */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'none'",
  "trusted-types 'none'",
].join('; ');

const pagePolicyTag = {
  tag: 'meta',
  attrs: {
    'http-equiv': 'Content-Security-Policy',
    content: pagePolicy,
  },
  injectTo: 'head-prepend' as const,
};

type Messages = Record<string, { message: string; description?: string }>;

const MESSAGES_FILE = /^_locales[\\/](\w+)[\\/]messages\.json$/;

/** What the locale file says under `descriptions`, of messages at any depth. */
const DESCRIPTIONS = 'descriptions_';
/** What the name of a message ends with that is one form of several; they share a description. */
const FORM = /_(zero|one|two|few|many|other)$/;

/** A language's messages; those that it lacks are English. */
async function withEnglish(json: string, locale: string): Promise<Messages> {
  const messages: Messages = JSON.parse(json);
  for (const [key, message] of await missingTexts(locale)) {
    messages[key.replaceAll('.', '_')] = { message };
  }
  return messages;
}

/**
 * Makes it the messages' own `description`, where tools for translators look for it. The i18n module
 * does that for messages at the top level alone.
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

/** The folders of the packages whose code is in what is built. */
const bundledPackages = new Set<string>();

/** The folder of a package, in what a bundler calls a module of it. */
const PACKAGE_FOLDER = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** Modules that are loaded on demand: a report's content, and the readers of files. */
const ON_DEMAND =
  /\/(?:components\/report\/content|lib\/import|node_modules\/(?:htmlparser2|entities|linkify-it|uc\.micro|fflate|papaparse))\//;

/** Takes down whose code the bundles have. */
const notedPackages = {
  name: 'noted-packages',
  generateBundle(_: unknown, bundle: Record<string, { moduleIds?: string[] }>) {
    for (const id of Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds)) {
      const [folder] = PACKAGE_FOLDER.exec(id) ?? [];
      if (folder !== undefined) bundledPackages.add(folder);
    }
  },
};

/** The names and licences of these packages. */
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
  // Without it WXT makes Firefox a Manifest V2 build, which has no optional host permissions.
  manifestVersion: 3,
  modules: ['@wxt-dev/webextension-polyfill', '@wxt-dev/i18n/module'],
  i18n: { localesDir: 'components/text/locales' },
  hooks: {
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
      target: ['chrome126', 'firefox142'],
      // Those preload modules by themselves.
      modulePreload: { polyfill: false },
      rolldownOptions: {
        // What most pages share is one file: a popup waits for each file that it loads. It loads what
        // is large on demand.
        output: {
          codeSplitting: {
            groups: [{ name: 'shared', minShareCount: 3, test: (id) => !ON_DEMAND.test(id) }],
          },
        },
      },
    },
    plugins: [
      notedPackages,
      {
        name: 'pages-reach-nothing',
        // In development, pages are told of changes by a server.
        transformIndexHtml: () => (mode === 'production' ? [pagePolicyTag] : []),
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
    // Browsers leave a key unset that they use themselves, as Chromium does Alt+Shift+R. On a Mac, a letter
    // with Option and Shift types another one; `MacCtrl` is its Control key.
    commands: {
      _execute_action: { suggested_key: { default: 'Alt+Shift+E', mac: 'MacCtrl+Shift+E' } },
      'report-page': {
        suggested_key: { default: 'Alt+Shift+U', mac: 'MacCtrl+Shift+U' },
        description: '__MSG_command_reportPage__',
      },
    },
    omnibox: { keyword: 'seo' },
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
              strict_min_version: '142.0',
              data_collection_permissions: { required: ['browsingActivity', 'authenticationInfo'] },
            },
            // Without it, Mozilla does not offer the extension on Android.
            gecko_android: { strict_min_version: '142.0' },
          },
        }
      : { minimum_chrome_version: '126', storage: { managed_schema: 'policy-schema.json' } }),
  }),
});
