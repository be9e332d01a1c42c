import { randomBytes } from 'node:crypto'
import { type APIRequestContext, type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { newPageErrors, type PageErrors } from './page-errors.ts'
import { adminPassword, type Backstall, newBackstall, supportEmail } from './server.ts'
import { fill, listed } from './shelf.ts'

export { expect } from '@playwright/test'

type Account = { name: string; email: string; password: string }
/** A person who makes calls as their browser would. */
export type Caller = Account & { request: APIRequestContext; url: string }
/** A person with a browser of their own. */
export type Person = Caller & { page: Page; context: BrowserContext }

type Journey = {
  /** Whether the screens of the person's role are preloaded, as they are unless a browser saves data. That is two fifths of the cost of a person. */
  loadsAhead: boolean
  /** Errors that pages caused; a journey fails on each that it did not allow. */
  pageErrors: PageErrors
  /** A browser without a signed-in person. */
  visitor: () => Promise<Page>
  newSeller: (name: string) => Promise<Person>
  /** A seller who signed up through the form's call, with the mail and the history of that. */
  registered: (name: string) => Promise<Person>
  /** The support admin, or another admin of this name. */
  admin: (name?: string) => Promise<Person>
  /** A person who only makes calls: without a browser, which is a fifth of the cost of a person. */
  absent: (name: string, role?: 'seller' | 'admin') => Promise<Caller>
  /** Copies of one product of a seller, with numbered titles and a picture each; other journeys never see what is left of them. */
  shelf: (seller: Caller, title: string, count: number, status?: 'pending' | 'rejected') => Promise<string[]>
}

const support = { name: 'Support', email: supportEmail, password: adminPassword }
let people = 0

/** What the status line of the screens says. */
export const live = (page: Page) => page.getByText('Live', { exact: true })
export const offline = (page: Page) => page.getByText('Offline', { exact: true })

/** Opens a page, and waits until it is live. */
export async function openLive(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(live(page)).toBeVisible()
}

/** Fills in the sign-in screen, and sends it. */
export async function signInAs(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Chooses "Sign out" in the account menu. */
export async function chooseSignOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

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
  pageErrors: async ({}, use) => {
    const pageErrors = newPageErrors()
    await use(pageErrors)
    expect(pageErrors.unexpected(), 'errors of the page').toEqual([])
  },
  loadsAhead: [false, { option: true }],
  visitor: async ({ browser, contextOptions, pageErrors, backstall, loadsAhead }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, baseURL: backstall.url })
      contexts.push(context)
      if (!loadsAhead) await context.addInitScript(saveData)
      pageErrors.listenTo(context)
      return await context.newPage()
    })
    for (const context of contexts) await context.close()
  },
  newSeller: async ({ visitor, backstall }, use) => {
    await use(async (name) => await signIn(await visitor(), backstall, await addPerson(backstall, name, 'seller')))
  },
  registered: async ({ visitor, backstall }, use) => {
    await use(async (name) => {
      const page = await visitor()
      const account = newAccount(name)
      const answer = await page.request.post('/api/auth/sign-up', { data: account, headers: { origin: backstall.url } })
      expect(answer.status(), await answer.text()).toBe(200)
      return { ...account, page, context: page.context(), request: page.request, url: backstall.url }
    })
  },
  absent: async ({ playwright, backstall }, use) => {
    const requests: APIRequestContext[] = []
    await use(async (name, role = 'seller') => {
      const account = await addPerson(backstall, name, role)
      const cookie = await sessionOf(backstall, account)
      const request = await playwright.request.newContext({
        baseURL: backstall.url,
        extraHTTPHeaders: { cookie: `${cookie.name}=${cookie.value}` },
      })
      requests.push(request)
      return { ...account, request, url: backstall.url }
    })
    for (const request of requests) await request.dispose()
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
    // Approved ones, too: the copies have the picture of the first one, which no storefront of a later journey may load.
    await backstall.inDatabase((sql) => sql`update products set status = 'draft' where id = any(${filled})`)
  },
  admin: async ({ visitor, backstall }, use) => {
    await use(async (name) => {
      const page = await visitor()
      return await signIn(page, backstall, name === undefined ? support : await addPerson(backstall, name, 'admin'))
    })
  },
})

/** Runs in the page, which then preloads no screens. */
const saveData = () => Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })

function newAccount(name: string): Account {
  people += 1
  return { name, email: `person-${process.pid}-${people}@example.com`, password: adminPassword }
}

/**
 * Writes a person with the support admin's password into the database. Signing up and changing roles on the screens are journeys of their own (accounts,
 * people).
 */
async function addPerson(backstall: Backstall, name: string, role: 'seller' | 'admin'): Promise<Account> {
  const account = newAccount(name)
  await backstall.inDatabase(
    (sql) => sql`
      with person as (
        insert into users (id, name, email, role) values (gen_random_uuid(), ${name}, ${account.email}, ${role}) returning id
      )
      insert into accounts (id, account_id, provider_id, user_id, password)
      select gen_random_uuid(), person.id, 'credential', person.id, password
      from person, accounts join users on users.id = accounts.user_id where users.email = ${supportEmail}`,
  )
  return account
}

/** Makes a session of a person in the database; returns its cookie. Signing in on the screens is a journey of its own. */
async function sessionOf(backstall: Backstall, { email }: Account): Promise<{ name: string; value: string }> {
  const token = randomBytes(24).toString('base64url')
  await backstall.inDatabase(
    (sql) => sql`
      insert into sessions (id, token, user_id, expires_at)
      select gen_random_uuid(), ${token}, id, now() + interval '1 day' from users where email = ${email}`,
  )
  return backstall.cookieOf(token)
}

/** Signs a person in, in this browser. */
async function signIn(page: Page, backstall: Backstall, account: Account): Promise<Person> {
  await page.context().addCookies([{ ...(await sessionOf(backstall, account)), url: backstall.url }])
  return { ...account, page, context: page.context(), request: page.request, url: backstall.url }
}
