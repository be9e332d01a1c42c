import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { InviteToken } from '#domain/invitation.ts'
import { ForgotPassword, ResetPassword, SignIn, SignUp, VerifyEmail } from '#domain/user.ts'
import { findInvited } from '#server/invitations/accept-invitation.ts'
import type { App } from '#server/platform/app.ts'
import { withTimeLimit } from '#server/platform/database/time-limit.ts'
import { answerTo, inShape, logUnexpected, placeOf, plainBody } from '#server/platform/http/errors.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { sessionNow } from '#server/sessions/session-now.ts'
import { forgotPassword, resetPassword } from '#server/sign-in/forgotten-password.ts'
import { type Opened, openSession, type Visit } from '#server/sign-in/open-session.ts'
import { signIn, signOut } from '#server/sign-in/sign-in-and-out.ts'
import { verifyEmail } from '#server/sign-in/verify-email.ts'
import { findMe } from '#server/users/find-me.ts'
import { registerUser } from '#server/users/register-user.ts'

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
    fastify.post('/reset-password', async ({ body, clientAddress }) => ({
      email: await resetPassword(app, inShape(ResetPassword, body), clientAddress),
    }))
    fastify.post('/verify-email', async ({ body, clientAddress }) => ({
      email: await verifyEmail(app, inShape(VerifyEmail, body).token, clientAddress),
    }))
    fastify.post('/sign-out', async ({ actor }, reply) => {
      const cookies = await signOut(app, actor)
      if (actor) forget(actor.id)
      return reply.headers(dropFiles).header('Set-Cookie', cookies).send({})
    })
  }
