/** An HTTP client of Backstall with a session. */
export type Client = {
  call: (path: string, input: unknown) => Promise<unknown>
  /** The Cookie header of the session, for requests that are not calls. */
  cookie: string
  /** The same person with the same session on another node. */
  at: (address: string) => Client
}

/** Registers a new seller and stays signed in. */
export async function register(address: string, name: string): Promise<Client> {
  const body = JSON.stringify({ name, email: `${name.toLowerCase()}@example.com`, password: 'quite a long password' })
  return signedIn(address, '/api/auth/sign-up', body)
}

/** Signs in with a password. */
export async function signIn(address: string, email: string, password: string): Promise<Client> {
  return signedIn(address, '/api/auth/sign-in', JSON.stringify({ email, password }))
}

async function signedIn(address: string, path: string, body: string): Promise<Client> {
  const answer = await fetch(address + path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  return clientWith(address, cookies.join('; '))
}

const clientWith = (address: string, cookie: string): Client => ({
  call: (path, input) => call(address, cookie, path, input),
  cookie,
  at: (other) => clientWith(other, cookie),
})

/** One call of the contract, such as `products/create`. Throws its answer if the call was not successful. */
async function call(address: string, cookie: string, path: string, input: unknown): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json', Cookie: cookie }
  const answer = await fetch(`${address}/rpc/${path}`, { method: 'POST', headers, body: JSON.stringify({ json: input }) })
  const { json }: { json: unknown } = JSON.parse(await answer.text())
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(json)}`)
  return json
}
