import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { InviteToken } from '#domain/invitation.ts'
import { Code, ForgotPassword, OwnPassword, ResetPassword, SignIn, SignUp, VerifyEmail } from '#domain/user.ts'
import { findInvited } from '#server/invitations/accept-invitation.ts'
import type { App } from '#server/platform/app.ts'
import { withTimeLimit } from '#server/platform/database/time-limit.ts'
import { answerTo, inShape, logUnexpected, placeOf, plainBody } from '#server/platform/http/errors.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { homeAddress } from '#server/platform/mail/home-address.ts'
import { sessionNow } from '#server/sessions/session-now.ts'
import { checkResetLink, forgotPassword, resetPassword } from '#server/sign-in/forgotten-password.ts'
import { type Opened, openSession, type Visit } from '#server/sign-in/open-session.ts'
import { openProvider, type Provider } from '#server/sign-in/provider.ts'
import { signIn, signOut } from '#server/sign-in/sign-in-and-out.ts'
import { goToProvider, returnFromProvider } from '#server/sign-in/sign-in-at-provider.ts'
import { verifyEmail } from '#server/sign-in/verify-email.ts'
import { findMe } from '#server/users/find-me.ts'
import { registerUser } from '#server/users/register-user.ts'

const AskProvider = z.object({
  purpose: z.enum(['sign-in', 'connect', 'confirm']),
  return: z.string().max(2_000).optional(),
  invite: InviteToken.optional(),
  password: OwnPassword.optional(),
  code: Code.optional(),
})
/** The part of the address from the question mark on, as the provider made it. */
const ProviderAnswer = z.object({ search: z.string().startsWith('?').max(10_000), code: Code.optional() })

const visitOf = ({ clientAddress, headers }: FastifyRequest): Visit => ({
  address: clientAddress,
  userAgent: headers['user-agent'] ?? '',
  cookie: headers.cookie,
})

/** Makes the browser drop its cached files, which include pictures that only this person may see. Browsers ignore it without HTTPS. */
const dropFiles = { 'Clear-Site-Data': '"cache"' }

/** Answers a failed sign-in or sign-up: the message together with a null user (spec §8). At sign-up an invalid value is 422 (product §2). */
function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = answerTo(error)
  logUnexpected(error, answer, placeOf(request))
  if (answer.retryAfter !== null) reply.header('Retry-After', answer.retryAfter)
  const unprocessable = answer.code === 'invalid-argument' && request.url.startsWith('/api/auth/sign-up')
  return reply.status(unprocessable ? 422 : answer.status).send({ user: null, ...plainBody(answer) })
}

/** Routes of sign-up, sign-in and sign-out (spec §7), of the state of a session, and of mailed links. */
export const authRoutes =
  (app: App, forget: (userId: string) => void): FastifyPluginAsync =>
  async (fastify) => {
    const provider = app.config.oidc && openProvider(app.config.oidc)
    const providerHere = (): Provider => {
      if (!provider) throw new AppError('not-found')
      return provider
    }
    const welcome = async (reply: FastifyReply, { userId, cookies }: Opened) =>
      reply.header('Set-Cookie', cookies).send({ user: await findMe(app, userId) })

    fastify.setErrorHandler(answerFailure)
    fastify.addHook('onRoute', (route) => {
      const { handler } = route
      route.handler = function answer(request, reply) {
        return withTimeLimit(async () => handler.call(this, request, reply), limits.database.callMs)
      }
    })
    fastify.post('/sign-up', async (request, reply) => {
      const person = inShape(SignUp.extend({ invite: InviteToken.optional() }), request.body)
      const visit = visitOf(request)
      await registerUser(app, person, visit.address)
      return welcome(reply, await openSession(app, person, visit))
    })
    fastify.post('/sign-in', async (request, reply) => welcome(reply, await signIn(app, inShape(SignIn, request.body), visitOf(request))))
    fastify.post('/invitation', async ({ body, clientAddress }) =>
      findInvited(app, inShape(z.object({ token: InviteToken }), body).token, clientAddress),
    )
    fastify.get('/ended', async ({ headers }, reply) => {
      const now = await sessionNow(app, headers.cookie)
      if (now.who === null) reply.headers(dropFiles)
      return now
    })
    fastify.post('/forgot-password', async ({ body, clientAddress }) => {
      await forgotPassword(app, inShape(ForgotPassword, body).email, clientAddress)
      return {}
    })
    fastify.post('/reset-link', async ({ body, clientAddress }) => {
      await checkResetLink(app, inShape(VerifyEmail, body).token, clientAddress)
      return {}
    })
    fastify.post('/reset-password', async ({ body, clientAddress }) => ({
      email: await resetPassword(app, inShape(ResetPassword, body), clientAddress),
    }))
    fastify.post('/verify-email', async ({ body, clientAddress }) => ({
      email: await verifyEmail(app, inShape(VerifyEmail, body).token, clientAddress),
    }))
    fastify.post('/sign-out', async ({ actor, headers }, reply) => {
      const { cookies, idToken } = await signOut(app, actor)
      if (actor) forget(actor.id)
      const home = app.config.publicUrl ?? headers.origin ?? homeAddress(app.config)
      const url = idToken && provider ? await provider.signOutAddress(idToken, `${home}/login`) : null
      return reply
        .headers(dropFiles)
        .header('Set-Cookie', cookies)
        .send(url ? { url } : {})
    })
    fastify.post('/provider', async (request, reply) => {
      const { body, actor, headers } = request
      const asker = { visit: visitOf(request), actor, origin: headers.origin }
      const { url, cookies } = await goToProvider(app, providerHere(), inShape(AskProvider, body), asker)
      return reply.header('Set-Cookie', cookies).send({ url })
    })
    fastify.post('/provider/return', async (request, reply) => {
      const answer = inShape(ProviderAnswer, request.body)
      const { purpose, to, opened } = await returnFromProvider(app, providerHere(), answer, visitOf(request), request.actor)
      const userId = opened?.userId ?? request.actor?.id
      reply.header('Set-Cookie', opened?.cookies ?? [])
      return { purpose, to, user: userId === undefined ? null : await findMe(app, userId) }
    })
  }
