import { build } from 'vite'

/** The file of the chat widget, which storefronts load. */
export const widgetFile = 'widget.js'

/** Of the libraries in it, whose licences ask for that. */
const notice = '/*! Backstall chat widget (MIT). With Preact (MIT, © Jason Miller) and drawings of Tabler Icons (MIT, © Paweł Kuna). */'

/** Writes the chat widget as one script with its styles. It is plain enough for a policy without `unsafe-inline` and `unsafe-eval`. */
export async function buildWidget(folder: string): Promise<void> {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2023',
      lib: { entry: 'widget/main.tsx', formats: ['iife'], name: 'backstallChat', fileName: () => widgetFile },
      rolldownOptions: { output: { postBanner: notice } },
    },
  })
}
