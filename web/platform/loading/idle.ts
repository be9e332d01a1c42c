/** Resolves when the browser is idle, or after two seconds: a page that is never idle gets what it loads ahead, too. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari does not have it.
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve)
    else requestIdleCallback(() => resolve(), { timeout: 2_000 })
  })
