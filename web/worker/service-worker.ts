/** Which build this worker belongs to, and what a page of it begins with; put in by `scripts/build-worker.ts`. */
declare const BUILD: string
declare const FILES: readonly string[]

const worker = self as unknown as ServiceWorkerGlobalScope
const files = FILES
const prefix = 'backstall-build-'
const mine = prefix + BUILD
const standIn = '/offline.html'
/** A page that has not come by then is one that does not come, in milliseconds. */
const patienceMs = 5_000
/** Never anything but pages and built files: no calls, no streams, nobody's pictures. */
const notPages = /^\/(api|rpc|files|healthz|readyz|metrics)(\/|$)/

worker.addEventListener('install', (event) => {
  passBy(event)
  event.waitUntil(install())
})
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()))
worker.addEventListener('message', (event) => event.waitUntil(keep(Array.isArray(event.data?.keep) ? event.data.keep : [])))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin || notPages.test(pathname)) return
  if (request.mode === 'navigate') event.respondWith(page(event, pathname))
  else if (pathname.startsWith('/assets/') || files.includes(pathname)) event.respondWith(file(request))
})

/** Where the browser can, calls and files do not even wake this worker. */
function passBy(event: ExtendableEvent): void {
  const { addRoutes } = event as ExtendableEvent & { addRoutes?: (rules: object[]) => Promise<void> }
  const paths = ['/api/*', '/rpc/*', '/files/*'].map((pathname) => ({ urlPattern: { pathname } }))
  event.waitUntil(Promise.resolve(addRoutes?.call(event, [{ condition: { or: paths }, source: 'network' }])).catch(() => {}))
}

async function install(): Promise<void> {
  // Begun anew, so that it counts as the newest also where an operator went back to a former build.
  await caches.delete(mine)
  const cache = await caches.open(mine)
  await cache.addAll(files.map((path) => new Request(path, { cache: path.startsWith('/assets/') ? 'default' : 'reload' })))
  await worker.skipWaiting()
}

/** The build before this one stays, as windows that show it may still load parts of it; all others go. */
async function takeOver(): Promise<void> {
  const builds = (await caches.keys()).filter((name) => name.startsWith(prefix))
  await Promise.all(builds.slice(0, -2).map((name) => caches.delete(name)))
  // The page is asked for while this worker wakes up.
  await worker.registration.navigationPreload?.enable()
  await worker.clients.claim()
}

/** Always the server's page. Only where none comes, the one that stands in for it: of this build, with nothing of anybody in it. */
async function page(event: FetchEvent, pathname: string): Promise<Response> {
  const asked = ask(event)
  event.waitUntil(asked.catch(() => {}))
  // A mailed link may be used up by asking, however long the answer takes.
  const patience = pathname === '/login' ? asked : Promise.race([asked, timeOut()])
  return await patience.catch(async () => (await (await caches.open(mine)).match(standIn)) ?? asked)
}

const ask = async (event: FetchEvent): Promise<Response> => (await event.preloadResponse) ?? fetch(event.request)

const timeOut = () => new Promise<never>((_, reject) => setTimeout(reject, patienceMs))

/** A built file has its content in its name: whoever has it need not ask. */
async function file(request: Request): Promise<Response> {
  const known = await caches.match(request, { ignoreVary: true })
  if (known) return known
  const answer = await fetch(request)
  if (isFile(answer)) await (await caches.open(mine)).put(request, answer.clone()).catch(() => {})
  return answer
}

/** What a window loaded before this worker was there; it comes out of the browser's own cache. */
async function keep(addresses: readonly unknown[]): Promise<void> {
  for (const address of addresses) {
    const { origin, pathname } = new URL(String(address), worker.location.origin)
    if (origin === worker.location.origin && pathname.startsWith('/assets/')) await file(new Request(pathname)).catch(() => {})
  }
}

const isFile = ({ ok, redirected, type }: Response): boolean => ok && !redirected && type === 'basic'
