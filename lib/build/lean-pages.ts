import { defineWxtModule } from 'wxt/modules';

/**
 * Vite's own helper for `import()` finds out what a chunk needs besides itself; ours need nothing.
 * It weighs more than what it would fetch early.
 */
const plainImports = {
  name: 'plain-imports',
  enforce: 'pre' as const,
  load: (id: string) =>
    id === '\0vite/preload-helper.js'
      ? 'export const __vitePreload = (load) => load();'
      : undefined,
};

/**
 * Tells V8 that what is loaded first is also called first: compiled with the file, it takes half the
 * time that compiling each function at its first call takes.
 */
const COMPILED_AT_ONCE = '//# allFunctionsCalledOnLoad';

/**
 * Makes of each page one file with all that it starts with, and one for each `import()`. Shared
 * files would be fewer bytes on the disk and more to load: small files compress badly.
 */
export default defineWxtModule({
  name: 'lean-pages',
  setup(wxt) {
    wxt.hooks.hook('entrypoints:grouped', (_, groups) => {
      const separate = groups.flatMap((group) =>
        Array.isArray(group) ? group.map((page) => [page]) : [group],
      );
      groups.splice(0, groups.length, ...separate);
    });
    wxt.hooks.hook('vite:build:extendConfig', ([entrypoint], config) => {
      if (entrypoint?.type === 'background') return;
      config.plugins?.push(plainImports);
      config.build ??= {};
      config.build.rolldownOptions ??= {};
      config.build.rolldownOptions.output = {
        ...config.build.rolldownOptions.output,
        postBanner: ({ name }: { name: string }) =>
          name === entrypoint?.name ? COMPILED_AT_ONCE : '',
        codeSplitting: {
          groups: [{ name: entrypoint?.name ?? 'page', test: /\/entrypoints\/\w+\/main\.tsx$/ }],
        },
      };
    });
  },
});
