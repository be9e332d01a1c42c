import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** What stands in this folder of ours, wherever the checkout is and whatever it is called. */
const web = `^${import.meta.dirname.replace(/[^\w/]/g, '\\$&')}/web/`

/**
 * A file for each thing that several screens share made sixty of them, and most of the time until the first row went into their coming
 * and going. So what is shared is put together: by screens before the frame, inside of it, and among many.
 */
const groups = [
  // Libraries change less often than we do.
  { name: 'libraries', tags: ['$initial' as const], test: /node_modules/, priority: 5 },
  { name: 'start', tags: ['$initial' as const], priority: 4 },
  {
    name: 'doors',
    test: new RegExp(
      `${web}(sign-(in|out)/|platform/(Brand|forms/use-form|session/use-me)|ui/(Field|Note|PasswordField))|domain/password|mutationObserver|useMutation|useRouterState`,
    ),
    minShareCount: 2,
    priority: 3,
  },
  // Several screens upload; the queues do not.
  {
    name: 'uploads',
    test: new RegExp(`${web}platform/uploads/(upload-file|send-file|transfer)`),
    minShareCount: 2,
    priority: 1.5,
  },
  // Few people ever see settings, keys, webhooks or imports, and the queue tells no history.
  {
    name: 'later-words',
    test: new RegExp(`${web}platform/i18n/(en/(api-keys|assign|edit-requests|history|imports|later|palette|settings|webhooks)|later)`),
    priority: 1.9,
  },
  {
    name: 'framed',
    test: new RegExp(
      `${web}(app/(?!errors/|palette/)|notifications/|platform/(?!forms/|uploads/|loading/\\w*LoadError\\.|i18n/(later|en/(api-keys|assign|edit-requests|history|imports|later|palette|settings|webhooks)))|ui/(icons/|IconButton))`,
    ),
    minShareCount: 2,
    priority: 2,
  },
  // The queue, which the budget counts, tells no history.
  { name: 'shared', test: new RegExp(`${web}(?!history/)|react-router|[iI]nfiniteQuery|domain/moves`), minShareCount: 4, priority: 1 },
]

/**
 * Asks the browser to compile all of a file while it loads, beside what else it does, and to keep that for the next visit. Else it compiles function by
 * function as each is called, which was a third of its work until the first row. Browsers that do not know the comment pass it over.
 */
const compiledAtOnce: Plugin = {
  name: 'compiled-at-once',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      // For the small ones it is not worth its bytes.
      if (chunk.type === 'chunk' && chunk.code.length > 20_000) chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
    }
  },
}

/** Builds the browser's part into `dist/web`; the server puts a fresh nonce in place of `__NONCE__` in each page it sends. */
export default defineConfig({
  root: 'web',
  cacheDir: '../node_modules/.vite',
  plugins: [react(), compiledAtOnce],
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // The policy allows scripts and styles by nonce and from our own address, but no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
})
