import { randomBytes } from 'node:crypto'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type Complaints, newComplaints } from './complaints.ts'
import { adminPassword, type Backstall, newBackstall, supportEmail } from './server.ts'
import { fill, listed } from './shelf.ts'

export { expect } from '@playwright/test'

/** Somebody with a browser of his own. */
export type Person = { name: string; email: string; password: string; page: Page; context: BrowserContext; url: string }

type Journey = {
  /** Whether the screens of a person's role are loaded ahead, as they are unless a browser saves data. That is two fifths of what a person costs. */
  loadsAhead: boolean
  /** What a browser complained about; a journey fails by anything it did not allow. */
  complaints: Complaints
  /** A browser of nobody yet. */
  visitor: () => Promise<Page>
  newSeller: (name: string) => Promise<Person>
  /** A seller who registered as people do, with the mail and the history of that. */
  registered: (name: string) => Promise<Person>
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
  loadsAhead: [false, { option: true }],
  visitor: async ({ browser, contextOptions, complaints, backstall, loadsAhead }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, baseURL: backstall.url })
      contexts.push(context)
      if (!loadsAhead) await context.addInitScript(saveData)
      complaints.listenTo(context)
      return await context.newPage()
    })
    for (const context of contexts) await context.close()
  },
  newSeller: async ({ visitor, backstall }, use) => {
    await use(async (name) => await signedIn(await visitor(), backstall, name, 'seller'))
  },
  registered: async ({ visitor, backstall }, use) => {
    await use(async (name) => {
      const page = await visitor()
      const account = newAccount(name)
      await post(page, backstall, '/api/auth/sign-up', account)
      return { ...account, page, context: page.context(), url: backstall.url }
    })
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
      const page = await visitor()
      return name === undefined ? await supportIn(page, backstall) : await signedIn(page, backstall, name, 'admin')
    })
  },
})

/** Runs in the page, which then loads no screens ahead. */
const saveData = () => Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })

function newAccount(name: string): Pick<Person, 'name' | 'email' | 'password'> {
  people += 1
  return { name, email: `person-${process.pid}-${people}@example.com`, password: adminPassword }
}

/**
 * A person with the support admin's password and a session, written into the database, and the session's cookie in this browser. Registering, signing in
 * and changing roles on the screens are journeys of their own (accounts, people).
 */
async function signedIn(page: Page, backstall: Backstall, name: string, role: 'seller' | 'admin'): Promise<Person> {
  const account = newAccount(name)
  const token = randomBytes(24).toString('base64url')
  await backstall.inDatabase(
    (sql) => sql`
      with person as (
        insert into users (id, name, email, role) values (gen_random_uuid(), ${name}, ${account.email}, ${role}) returning id
      ), account as (
        insert into accounts (id, account_id, provider_id, user_id, password)
        select gen_random_uuid(), person.id, 'credential', person.id, password
        from person, accounts join users on users.id = accounts.user_id where users.email = ${supportEmail}
      )
      insert into sessions (id, token, user_id, expires_at) select gen_random_uuid(), ${token}, id, now() + interval '1 day' from person`,
  )
  await page.context().addCookies([{ ...backstall.cookieOf(token), url: backstall.url }])
  return { ...account, page, context: page.context(), url: backstall.url }
}

/** The support admin signs in as people do. */
async function supportIn(page: Page, backstall: Backstall): Promise<Person> {
  const account = { name: 'Support', email: supportEmail, password: adminPassword }
  await post(page, backstall, '/api/auth/sign-in', { email: account.email, password: account.password })
  return { ...account, page, context: page.context(), url: backstall.url }
}

async function post(page: Page, backstall: Backstall, path: string, data: Record<string, string>): Promise<void> {
  const answer = await page.request.post(path, { data, headers: { origin: backstall.url } })
  expect(answer.status(), await answer.text()).toBe(200)
}
