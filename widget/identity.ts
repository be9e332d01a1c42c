import { keepOnly, shelfOf } from './device.ts'
import { pauseAfter, Refusal, timeoutMs } from './refusal.ts'

/** Asks the storefront for a token of the buyer who is signed in there; null if none is. */
export type AskToken = () => Promise<string | null>

/** A person whom no storefront has vouched for. Their token is kept on this device. */
export const visitor = 'visitor'
const visitorToken = 'token'

/** A token is renewed this long before it ends, in milliseconds. */
const earlyMs = 30_000

export type Identity = ReturnType<typeof openIdentity>

/**
 * Asks in the way that the storefront chose (docs/widget.md): its function `getToken`, or else its own address of tokens. Throws for any other answer than the
 * described ones, redirects included: a page to sign in says nothing about who is here.
 */
export async function askStorefront(address?: string): Promise<string | null> {
  if (window.Backstall?.getToken) return (await Promise.race([window.Backstall.getToken(), noAnswer()])) || null
  if (!address) return null
  const signal = AbortSignal.timeout(timeoutMs)
  const answer = await fetch(address, { cache: 'no-store', credentials: 'same-origin', redirect: 'error', signal })
  if (answer.status === 204 || answer.status === 401) return null
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}.`)
  return (await answer.text()).trim() || null
}

const noAnswer = () => new Promise<never>((_, reject) => setTimeout(() => reject(new Error('The storefront gave no answer.')), timeoutMs))

/**
 * Knows which buyer is here and gives their token to calls. When the storefront names another buyer, all that the former one left on this device is
 * removed and `onWho` is called.
 */
export function openIdentity(ask: AskToken, onWho: (who: string) => void) {
  let who: string | null = null
  let token: string | null = null
  let asking: Promise<void> | null = null
  let isStale = false
  let isRechecking = false

  const take = (fresh: string | null) => {
    const now = fresh === null ? visitor : `buyer:${claimsOf(fresh).sub}`
    token = fresh
    if (now === who) return
    who = now
    keepOnly(now)
    onWho(now)
  }
  const askNow = async (): Promise<void> => {
    isStale = false
    try {
      const fresh = await ask()
      if (!isStale) return take(fresh)
    } catch (cause) {
      if (!isStale) throw Refusal.noAnswer(cause)
    }
    return askNow()
  }
  /** Asks the storefront who is here. Throws a `Refusal` if it cannot be reached or gives no token. */
  const refresh = (): Promise<void> => {
    asking ??= askNow().finally(() => {
      asking = null
    })
    return asking
  }

  return {
    refresh,
    /** Someone may have signed in or out: the token counts no longer, nor does an answer on its way. Asks the storefront until it answers. */
    async recheck(): Promise<void> {
      token = null
      isStale = true
      if (isRechecking) return
      isRechecking = true
      const isDone = () =>
        refresh().then(
          () => true,
          () => false,
        )
      for (let failures = 1; !(await isDone()); failures += 1) await new Promise((resume) => setTimeout(resume, pauseAfter(failures)))
      isRechecking = false
    },
    /** The token of this buyer; null for a visitor who has none yet. Throws if another buyer is here by now. */
    async tokenOf(whose: string): Promise<string | null> {
      if (whose !== visitor && (token === null || endsSoon(token))) await refresh()
      if (whose !== who) throw new Refusal('The buyer has changed.', 'other-buyer', 403)
      return whose === visitor ? shelfOf(visitor).read(visitorToken) : token
    },
    /** A token was not accepted: the next call asks for another one. */
    reject(rejected: string): void {
      if (token === rejected) token = null
      if (shelfOf(visitor).read(visitorToken) === rejected) shelfOf(visitor).write(visitorToken, '')
    },
    keepVisitor: (fresh: string) => shelfOf(visitor).write(visitorToken, fresh),
  }
}

type Claims = { sub: string; exp: number }

/** What a token says, unchecked: Backstall checks it. Throws if this is no token of a buyer. */
function claimsOf(token: string): Claims {
  const [, payload] = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(token) ?? []
  const claims = payload && JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
  if (!claims || typeof claims.sub !== 'string') throw new Error('The storefront gave no token of a buyer.')
  return claims
}

const endsSoon = (token: string) => claimsOf(token).exp * 1000 - Date.now() < earlyMs
