import type { ServerResponse } from 'node:http'
import type { App } from '#server/app.ts'
import { contentSecurityPolicy, newNonce } from '#server/http/security-headers.ts'
import { homeAddress } from '#server/mail/home-address.ts'
import type { PublicAnswer } from '#server/public/once.ts'

/** Where the public API begins. */
export const prefix = '/api/v1'

type Describe = (response: ServerResponse) => Promise<PublicAnswer>

/** What describes the API, for machines and for people: the same for everybody. Made when it is first asked for, as what makes it is large. */
export function openDescription({ config }: Pick<App, 'config'>): (path: string) => Describe | undefined {
  const make = async () => (await import('#server/http/public/openapi.ts')).describePublicApi(homeAddress(config) + prefix)
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
        const { docsPage } = await import('#server/http/public/docs-page.ts')
        response.setHeader('Content-Type', 'text/html; charset=utf-8')
        response.setHeader('Content-Security-Policy', contentSecurityPolicy(nonce, null))
        return { status: 200, body: docsPage(await description(), nonce) }
      },
    ],
  ])
  return (path) => pages.get(path)
}
