import { type ChildProcess, spawn } from 'node:child_process'
import { test as base } from './journey.ts'

/** Journeys with the example storefront. */
export const test = base.extend<{ openShop: (variables: { API_KEY: string; CHAT_SECRET?: string }) => Promise<string> }>({
  /** Starts the example storefront as its README says, and returns its address. */
  openShop: async ({ backstall }, use) => {
    const shops: ChildProcess[] = []
    await use(async (variables) => {
      const shop = spawn('node_modules/.bin/node', ['examples/storefront/server.ts'], {
        env: { PATH: process.env.PATH, BACKSTALL_URL: backstall.url, PORT: '0', ...variables },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      shops.push(shop)
      let output = ''
      for await (const chunk of shop.stdout.setEncoding('utf8')) {
        output += chunk
        const url = /http:\S+/.exec(output)?.[0]
        if (url) return url
      }
      throw new Error(`The shop did not open: ${output}`)
    })
    for (const shop of shops) shop.kill()
  },
})
