import type { BrowserContext, Page } from '@playwright/test'

/** Collects what must never appear in a browser: console errors, uncaught exceptions, violations of the content policy, answers of 5xx. */
export type PageErrors = {
  listenTo: (context: BrowserContext) => void
  /** Allows an error that the journey provokes, such as a refusal. */
  allow: (pattern: RegExp) => void
  unexpected: () => string[]
}

export function newPageErrors(): PageErrors {
  const errors: string[] = []
  // A stream requested at the moment of a sign-out is rightly refused, and the browser logs that.
  const allowed: RegExp[] = [/status of 401 .*\/api\/live(\?position=\S+)?\)$/]
  const listenToPage = (page: Page) => {
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
    })
    page.on('pageerror', (error) => errors.push(error.stack || `${error.name}: ${error.message}`))
    page.on('response', (answer) => {
      if (answer.status() >= 500) errors.push(`${answer.status()} from ${answer.url()}`)
    })
  }
  return {
    listenTo: (context) => {
      context.on('page', listenToPage)
      // Chromium does not log some violations of the content policy, such as refused evaluation of text as code.
      void context.addInitScript(() =>
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
          console.error(`The policy forbids this: ${effectiveDirective} ${blockedURI} in ${sourceFile}`),
        ),
      )
    },
    allow: (pattern) => allowed.push(pattern),
    unexpected: () => errors.filter((text) => !allowed.some((pattern) => pattern.test(text))),
  }
}
