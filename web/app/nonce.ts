/** The word by which the page's policy lets our styles in; the server makes a fresh one for every page. */
export const nonce = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? ''

declare global {
  var __webpack_nonce__: string | undefined
}

// The library that keeps the page from scrolling behind a dialog looks for it here.
globalThis.__webpack_nonce__ = nonce
