import type { Actor } from '#domain/user.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking; null is a visitor. Looked up for calls and files, not for pages. */
    actor: Actor | null
    /** The network address of the client, as far as trusted proxies tell it (TRUST_PROXY). */
    clientAddress: string
  }
}
