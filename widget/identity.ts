import { keepOnly, shelfOf } from './device.ts'
import { Refusal } from './refusal.ts'

/** Asks the storefront for a token of the buyer who is signed in there; null if none is. */
export type AskToken = () => Promise<string | null>

/** A person whom no storefront has vouched for. Their token is kept on this device. */
export const visitor = 'visitor'
const visitorToken = 'token'

/** A token is renewed this long before it ends, in milliseconds. */
const earlyMs = 30_000

export type Identity = ReturnType<typeof openIdentity>

/**
 * Knows which buyer is here and gives their token to calls. When the storefront names another buyer, all that the former one left on this device is
 * removed and `onWho` is called.
 */
export function openIdentity(ask: AskToken, onWho: (who: string) => void) {
  let who: string | null = null
  let token: string | null = null
  let asking: Promise<void> | null = null

  const take = (fresh: string | null) => {
    token = fresh
    const now = fresh === null ? visitor : `buyer:${claimsOf(fresh).sub}`
    if (now === who) return
    who = now
    keepOnly(now)
    onWho(now)
  }
  /** Asks the storefront who is here. Throws a `Refusal` if it cannot be reached. */
  const refresh = (): Promise<void> => {
    asking ??= ask()
      .then(take, (cause: unknown) => {
        throw Refusal.noAnswer(cause)
      })
      .finally(() => {
        asking = null
      })
    return asking
  }

  return {
    refresh,
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

/** What a token says, unchecked: Backstall checks it. */
function claimsOf(token: string): Claims {
  try {
    return JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return { sub: '', exp: Number.POSITIVE_INFINITY }
  }
}

const endsSoon = (token: string) => claimsOf(token).exp * 1000 - Date.now() < earlyMs
