import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compiledTexts } from '#web/platform/i18n/compile-texts.ts'

/** Matches paths in this checkout's `web/`, whatever the checkout's folder is called. */
const web = `^${import.meta.dirname.replace(/[^\w/]/g, '\\$&')}/web/`

/**
 * One chunk per shared module made sixty of them, and their requests took most of the time until the first row. So shared modules are grouped: those
 * of screens outside the layout, those inside it, and those that many screens share.
 */
const groups = [
  // Libraries change less often than our code.
  { name: 'libraries', tags: ['$initial' as const], test: /node_modules/, priority: 5 },
  { name: 'start', tags: ['$initial' as const], priority: 4 },
  {
    name: 'doors',
    test: new RegExp(
      `${web}(sign-(in|out)/|platform/(Brand|forms/(use-form|Form\\.)|session/use-me)|ui/(Field|Note|PasswordField))|mutationObserver|useMutation|useRouterState`,
    ),
    minShareCount: 2,
    priority: 3,
  },
  {
    name: 'framed',
    test: new RegExp(
      `${web}(app/(?!errors/|palette/)|notifications/(?!PreferencesPanel)|platform/(?!forms/|uploads/|queries/(BackToList|ExportLink|day-filter)|session/use-today|loading/\\w*LoadError\\.)|ui/(icons/|IconButton))`,
    ),
    minShareCount: 2,
    priority: 2,
  },
  // The queue, which has a budget, shows no history, no orders and no figures, changes no account and no product, previews nothing, uploads
  // nothing, is not filtered by days and needs no later looks.
  {
    name: 'shared',
    test: new RegExp(
      `${web}(?!account/|history/|orders/|products/|sales/|users/|product-views/DescriptionPreview|platform/(uploads/|queries/(BackToList|ExportLink|day-filter)|session/use-today)|ui/(later|calendar|DateRange|MonthGrid))|react-router|[iI]nfiniteQuery|domain/moves`,
    ),
    minShareCount: 4,
    priority: 1,
  },
]

/**
 * Makes the browser compile all of a file while it loads, in parallel to other work, and cache that for the next visit. Otherwise it compiles each
 * function when it is called, which was a third of its work until the first row. Browsers that do not know the comment ignore it.
 */
const compiledAtOnce: Plugin = {
  name: 'compiled-at-once',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      // For small files the comment is not worth its bytes.
      if (chunk.type === 'chunk' && chunk.code.length > 20_000) chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
    }
  },
}

/** Builds the browser's part into `dist/web`; the server replaces `__NONCE__` by a fresh nonce in each page it sends. */
export default defineConfig({
  root: 'web',
  cacheDir: '../node_modules/.vite',
  plugins: [compiledTexts, react(), compiledAtOnce],
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // The policy allows scripts and styles by nonce and from our own origin, but no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
})
