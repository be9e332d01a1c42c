import type { ServerResponse } from 'node:http'
import { contentSecurityPolicy, newNonce } from '#server/app/http/security-headers.ts'
import type { App } from '#server/platform/app.ts'
import { homeAddress } from '#server/platform/mail/home-address.ts'
import type { PublicAnswer } from '#server/public/idempotency.ts'

/** The path prefix of the public API. */
export const prefix = '/api/v1'

type Describe = (response: ServerResponse) => Promise<PublicAnswer>

/**
 * The description of the API, for programs and for people. It is the same for all callers, and made on first use, because the generator is
 * large.
 */
export function openDescription({ config }: Pick<App, 'config'>): (path: string) => Describe | undefined {
  const make = async () => (await import('#server/app/http/public/openapi.ts')).describePublicApi(homeAddress(config) + prefix)
  let made: ReturnType<typeof make> | null = null
  const description = () => {
    made ??= make()
    return made
  }
  const pages = new Map<string, Describe>([
    ['/openapi.json', async () => ({ status: 200, body: JSON.stringify(await description()) })],
    [
      '/docs',
      async (response) => {
        const nonce = newNonce()
        const { docsPage } = await import('#server/app/http/public/docs-page.ts')
        response.setHeader('Content-Type', 'text/html; charset=utf-8')
        response.setHeader('Content-Security-Policy', contentSecurityPolicy(nonce, null))
        return { status: 200, body: docsPage(await description(), nonce) }
      },
    ],
  ])
  return (path) => pages.get(path)
}
