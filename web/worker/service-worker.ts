/** The build of this worker, and the files that its pages start with; inserted by `scripts/build-worker.ts`. */
declare const BUILD: string
declare const FILES: readonly string[]

const worker = self as unknown as ServiceWorkerGlobalScope
const files = FILES
const prefix = 'backstall-build-'
const mine = prefix + BUILD
const standIn = '/offline.html'
/** A page that takes longer counts as unreachable, in milliseconds. */
const patienceMs = 5_000
/** The worker answers only for pages and built files: not for calls, streams or people's pictures. */
const notPages = /^\/(api|rpc|files|healthz|readyz|metrics)(\/|$)/

worker.addEventListener('install', (event) => {
  passBy(event)
  event.waitUntil(install())
})
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()))
worker.addEventListener('message', (event) => event.waitUntil(cacheLoadedFiles(Array.isArray(event.data?.keep) ? event.data.keep : [])))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin || notPages.test(pathname)) return
  if (request.mode === 'navigate') event.respondWith(page(event, pathname))
  else if (pathname.startsWith('/assets/') || files.includes(pathname)) event.respondWith(file(request))
})

/** Where the browser supports it, calls and files do not even wake this worker. */
function passBy(event: ExtendableEvent): void {
  const { addRoutes } = event as ExtendableEvent & { addRoutes?: (rules: object[]) => Promise<void> }
  const paths = ['/api/*', '/rpc/*', '/files/*'].map((pathname) => ({ urlPattern: { pathname } }))
  event.waitUntil(Promise.resolve(addRoutes?.call(event, [{ condition: { or: paths }, source: 'network' }])).catch(() => {}))
}

async function install(): Promise<void> {
  // Recreated, so that it counts as the newest even after an operator went back to a former build.
  await caches.delete(mine)
  const cache = await caches.open(mine)
  await cache.addAll(files.map((path) => new Request(path, { cache: path.startsWith('/assets/') ? 'default' : 'reload' })))
  await worker.skipWaiting()
}

/** The former build stays, because windows that show it may still load parts of it; all others are deleted. */
async function takeOver(): Promise<void> {
  const builds = (await caches.keys()).filter((name) => name.startsWith(prefix))
  await Promise.all(builds.slice(0, -2).map((name) => caches.delete(name)))
  // The browser requests the page while this worker starts.
  await worker.registration.navigationPreload?.enable()
  await worker.clients.claim()
}

/** Answers with the server's page. Only if none comes, with the offline page of this build, which contains no personal data. */
async function page(event: FetchEvent, pathname: string): Promise<Response> {
  const asked = ask(event)
  event.waitUntil(asked.catch(() => {}))
  // Requesting a mailed link may use it up, so its answer is waited for however long it takes.
  const patience = pathname === '/login' ? asked : Promise.race([asked, timeOut()])
  return await patience.catch(async () => (await caches.match(standIn, { cacheName: mine })) ?? asked)
}

const ask = async (event: FetchEvent): Promise<Response> => (await event.preloadResponse) ?? fetch(event.request)

const timeOut = () => new Promise<never>((_, reject) => setTimeout(reject, patienceMs))

/** A built file has the hash of its content in its name, so a cached one is always right. */
async function file(request: Request): Promise<Response> {
  const cached = await caches.match(request, { ignoreVary: true })
  if (cached) return cached
  const answer = await fetch(request)
  // A newer worker may have deleted this build meanwhile: opened again, it would count as the newest.
  if (isFile(answer) && (await caches.has(mine))) await (await caches.open(mine)).put(request, answer.clone()).catch(() => {})
  return answer
}

/** Caches files that a window loaded before this worker was there; they come from the browser's own cache. */
async function cacheLoadedFiles(addresses: readonly unknown[]): Promise<void> {
  for (const address of addresses) {
    const { origin, pathname } = new URL(String(address), worker.location.origin)
    if (origin === worker.location.origin && pathname.startsWith('/assets/')) await file(new Request(pathname)).catch(() => {})
  }
}

const isFile = ({ ok, redirected, type }: Response): boolean => ok && !redirected && type === 'basic'
