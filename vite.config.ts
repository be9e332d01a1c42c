import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Builds the browser's part into `dist/web`; the server puts a fresh nonce in place of `__NONCE__` in each page it sends. */
export default defineConfig({
  root: 'web',
  cacheDir: '../node_modules/.vite',
  plugins: [react()],
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // The policy allows scripts and styles by nonce and from our own address, but no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
