import type { BrowserContext, Page } from '@playwright/test'

/** Collects what must never appear in a browser: errors on the console, broken scripts, breaches of the content policy, answers of 5xx. */
export type Complaints = {
  listenTo: (context: BrowserContext) => void
  /** This one is the point of the journey, such as the refusal it provokes. */
  allow: (pattern: RegExp) => void
  unexpected: () => string[]
}

export function newComplaints(): Complaints {
  const heard: string[] = []
  // A stream that is asked for in the very moment of signing out is rightly refused; the browser says so by itself.
  const allowed: RegExp[] = [/status of 401 .*\/api\/live(\?position=\S+)?\)$/]
  const listenToPage = (page: Page) => {
    page.on('console', (message) => {
      if (message.type() === 'error') heard.push(`${message.text()} (${message.location().url})`)
    })
    page.on('pageerror', (error) => heard.push(error.stack || `${error.name}: ${error.message}`))
    page.on('response', (answer) => {
      if (answer.status() >= 500) heard.push(`${answer.status()} from ${answer.url()}`)
    })
  }
  return {
    listenTo: (context) => {
      context.on('page', listenToPage)
      // Chromium itself is silent about some breaches of the content policy, such as code made out of text and refused.
      void context.addInitScript(() =>
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
          console.error(`The policy forbids this: ${effectiveDirective} ${blockedURI} in ${sourceFile}`),
        ),
      )
    },
    allow: (pattern) => allowed.push(pattern),
    unexpected: () => heard.filter((text) => !allowed.some((pattern) => pattern.test(text))),
  }
}
