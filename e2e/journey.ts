import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type Complaints, newComplaints } from './complaints.ts'
import { adminPassword, type Backstall, newBackstall, supportEmail } from './server.ts'
import { fill, listed } from './shelf.ts'

export { expect } from '@playwright/test'

/** Somebody with a browser of his own. */
export type Person = { name: string; email: string; password: string; page: Page; context: BrowserContext; url: string }

type Journey = {
  /** What a browser complained about; a journey fails by anything it did not allow. */
  complaints: Complaints
  /** A browser of nobody yet. */
  visitor: () => Promise<Page>
  newSeller: (name: string) => Promise<Person>
  /** The support admin, or another admin under this name. */
  admin: (name?: string) => Promise<Person>
  /** So many products of a seller under one title and a number, each with a picture; other journeys never see what is left of them. */
  shelf: (seller: Person, title: string, count: number, status?: 'pending' | 'rejected') => Promise<string[]>
}

let people = 0

export const test = base.extend<Journey, { backstall: Backstall }>({
  backstall: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the needed fixtures from this very pattern
    async ({}, use) => {
      const backstall = await newBackstall()
      await backstall.start()
      await use(backstall)
      await backstall.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ backstall }, use) => use(backstall.url),
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the needed fixtures from this very pattern
  complaints: async ({}, use) => {
    const complaints = newComplaints()
    await use(complaints)
    expect(complaints.unexpected(), 'complaints of the browser').toEqual([])
  },
  visitor: async ({ browser, contextOptions, complaints, backstall }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, baseURL: backstall.url })
      contexts.push(context)
      complaints.listenTo(context)
      return await context.newPage()
    })
    for (const context of contexts) await context.close()
  },
  newSeller: async ({ visitor, backstall }, use) => {
    await use(async (name) => await signUp(await visitor(), backstall, name))
  },
  shelf: async ({ backstall }, use) => {
    const filled: string[] = []
    await use(async (seller, title, count, status = 'pending') => {
      const { id } = await listed(seller, title)
      filled.push(id)
      const ids = await backstall.inDatabase((sql) => fill(sql, id, count, status))
      filled.push(...ids)
      return ids
    })
    // Also what was approved: the copies bear the pattern's picture, which no shop of a later journey may load.
    await backstall.inDatabase((sql) => sql`update products set status = 'draft' where id = any(${filled})`)
  },
  admin: async ({ visitor, backstall }, use) => {
    await use(async (name) => {
      if (name === undefined) {
        return await signIn(await visitor(), backstall, { name: 'Support', email: supportEmail, password: adminPassword })
      }
      const colleague = await signUp(await visitor(), backstall, name)
      await makeAdmin(await visitor(), backstall, colleague.email)
      return await signIn(await visitor(), backstall, colleague)
    })
  },
})

async function signUp(page: Page, backstall: Backstall, name: string): Promise<Person> {
  people += 1
  // All people of all journeys come from one address, more of them in an hour than a marketplace lets in (`limits.signUp`).
  if (people % 40 === 0) await backstall.inDatabase((sql) => sql`delete from counters`)
  const account = { name, email: `person-${process.pid}-${people}@example.com`, password: 'correct horse battery' }
  await post(page, backstall, '/api/auth/sign-up', account)
  return { ...account, page, context: page.context(), url: backstall.url }
}

async function signIn(page: Page, backstall: Backstall, account: Pick<Person, 'name' | 'email' | 'password'>): Promise<Person> {
  await post(page, backstall, '/api/auth/sign-in', { email: account.email, password: account.password })
  return { name: account.name, email: account.email, password: account.password, page, context: page.context(), url: backstall.url }
}

/** As the support admin does in the user management. */
async function makeAdmin(page: Page, backstall: Backstall, email: string): Promise<void> {
  await signIn(page, backstall, { name: 'Support', email: supportEmail, password: adminPassword })
  const call = async (path: string, json: object) => {
    const answer = await page.request.post(`/rpc/users/${path}`, { data: { json }, headers: { origin: backstall.url } })
    expect(answer.status(), await answer.text()).toBe(200)
    return (await answer.json()).json
  }
  const { rows } = await call('list', { search: email })
  await call('makeAdmin', { id: rows[0].id })
}

async function post(page: Page, backstall: Backstall, path: string, data: Record<string, string>): Promise<void> {
  const answer = await page.request.post(path, { data, headers: { origin: backstall.url } })
  expect(answer.status(), await answer.text()).toBe(200)
}
