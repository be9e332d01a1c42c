import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import { returnPath } from '#domain/routes.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { networkAddress } from '#server/platform/http/client-address.ts'
import { ownerOf } from '#server/platform/http/os.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { homeAddress } from '#server/platform/mail/home-address.ts'
import { assertWithinLimit, uncountAttempt } from '#server/platform/rate-limits/attempts.ts'
import { confirmedLately, noteConfirmed } from '#server/second-factor/check-own-password.ts'
import { confirmIdentity, type Proof } from '#server/second-factor/confirm-identity.ts'
import { type AuthPurpose, makeRequest, type StoredRequest, storeRequest, takeRequest } from '#server/sign-in/auth-requests.ts'
import { connectAccount } from '#server/sign-in/connect-account.ts'
import { openProvenSession } from '#server/sign-in/open-proven-session.ts'
import type { Opened, Visit } from '#server/sign-in/open-session.ts'
import type { Provider } from '#server/sign-in/provider.ts'

/** The page that the provider sends people back to (domain/routes.ts). */
const callback = '/login/callback'

const allowanceOf = (address: string) => {
  const { perAddress: max, windowMs } = limits.provider
  return { of: ['provider', networkAddress(address)], max, windowMs }
}

export type Asked = Proof & { purpose: AuthPurpose; return?: string | undefined; invite?: string | undefined }
/** Who asks: `origin` is that of the request, if it was ours. */
type Asker = { visit: Visit; actor: Actor | null; origin: string | undefined }

/**
 * Returns the address at the provider, with the cookies that bind the answer to this browser. Connecting an account needs a recent confirmation, or
 * password or code. Throws `confirmation-needed`, `provider-unavailable`, `too-many-requests`, and as `ownerOf` and `confirmIdentity` do.
 */
export async function goToProvider(app: App, provider: Provider, asked: Asked, { visit, actor, origin }: Asker) {
  const { purpose, invite = null } = asked
  const sessionId = purpose === 'sign-in' ? null : ownerOf({ actor }).sessionId
  if (purpose === 'connect') await assertConfirmed(app, ownerOf({ actor }), asked)
  await assertWithinLimit(app, [allowanceOf(visit.address)])
  // Without PUBLIC_URL people come by one of the loopback names, and have to come back by the same.
  const redirectUri = `${app.config.publicUrl ?? origin ?? homeAddress(app.config)}${callback}`
  const about = { purpose, back: returnPath(asked.return), invite, sessionId, redirectUri }
  const { request, cookies } = await makeRequest(app, about, visit.cookie)
  return { url: (await provider.addressFor(request)).href, cookies }
}

async function assertConfirmed(app: App, actor: Actor, proof: Proof): Promise<void> {
  await confirmIdentity(app, actor, proof)
  const [confirmed] = await app.db.execute(sql`select 1 where ${confirmedLately(actor)}`)
  if (!confirmed) throw new AppError('confirmation-needed', { field: 'password' })
}

/** What came of the answer: where to go on, and after a sign-in the session. */
type Outcome = { purpose: AuthPurpose; to: string | null; opened: Opened | null }

/**
 * Takes the answer of the provider, as it is in the address that the browser came back to. The request is used up; only while the code of the second
 * factor is missing or wrong it stays. Throws `provider-expired`, `provider-refused`, `provider-answer`, `provider-unavailable`, and as the purpose does.
 */
export async function returnFromProvider(
  app: App,
  provider: Provider,
  { search, code }: { search: string; code?: string | undefined },
  visit: Visit,
  actor: Actor | null,
): Promise<Outcome> {
  const allowance = allowanceOf(visit.address)
  await assertWithinLimit(app, [allowance])
  const request = await takeRequest(app, new URLSearchParams(search).get('state') ?? '', visit.cookie)
  const { purpose, back: to } = request
  const proven = request.proven ?? (await provider.prove(request, search))
  const opened = purpose === 'sign-in' ? await signIn({ ...request, proven }) : await forSession(ownerOf({ actor }))
  // Two attempts were counted: this call, and the one by which the person went to the provider.
  for (const _ of [1, 2]) await uncountAttempt(app, [allowance])
  return { purpose, to, opened }

  async function signIn(checked: StoredRequest): Promise<Opened> {
    try {
      return await openProvenSession(app, provider, proven, { code, invite: checked.invite ?? undefined, visit })
    } catch (error) {
      const lacksCode = error instanceof AppError && error.field === 'code'
      if (lacksCode) await storeRequest(app, checked)
      throw error
    }
  }

  async function forSession(asker: Actor): Promise<null> {
    if (asker.sessionId !== request.sessionId) throw new AppError('provider-expired')
    if (purpose === 'connect') await connectAccount(app, asker, provider, proven)
    else await confirmAtProvider(app, asker, provider, proven.subject)
    return null
  }
}

async function confirmAtProvider(app: App, actor: Actor, { oidc }: Provider, subject: string): Promise<void> {
  const [own] = await app.db.execute(sql`
    select 1 from accounts where user_id = ${actor.id} and provider_id = ${oidc.id} and account_id = ${subject}`)
  if (!own) throw new AppError('provider-other-person')
  await noteConfirmed(app, actor)
}
