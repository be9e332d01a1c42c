import type { useRouter } from '@tanstack/react-router'
import { limits } from '#domain/limits.ts'
import { type Path, paths, routes } from '#domain/routes.ts'
import type { Role } from '#domain/user.ts'
import { Palette } from '#web/app/palette/PaletteButton.tsx'
import { idle } from '#web/platform/loading/idle.ts'

type Connection = { saveData?: boolean; effectiveType?: string }

/** People who save data or have a slow connection do not load screens that they may never open. */
function isFrugal(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection }
  return connection?.saveData === true || ['slow-2g', '2g', '3g'].includes(connection?.effectiveType ?? '')
}

/** True for the pages that this role may open. */
const isFor = (role: Role) => (path: Path) => [role, 'member'].includes(routes[path].for)

/**
 * Some time after the first screen, loads the other screens of this role, so that they open at once, and registers the service worker,
 * which opens them without a network (product §9, §11). Returns the function that cancels.
 */
export function loadAhead(role: Role, router: ReturnType<typeof useRouter>): () => void {
  let isCancelled = false
  async function loadAll(): Promise<void> {
    for (const path of isFrugal() ? [] : paths.filter(isFor(role))) {
      await idle()
      if (isCancelled) return
      await router.routesByPath[path].options.component?.preload?.()?.catch(() => {})
    }
    if (!isFrugal()) await Palette.preload()
    await idle()
    if (!isCancelled) await putWorkerInCharge()
  }
  // In development screens are loaded as they are changed.
  const timer = import.meta.env.PROD ? setTimeout(() => void loadAll(), limits.ahead.afterMs) : undefined
  return () => {
    isCancelled = true
    clearTimeout(timer)
  }
}

/** Registers the service worker. Plain HTTP from another host has none, and some browsers block them. */
async function putWorkerInCharge(): Promise<void> {
  try {
    if (!(await navigator.serviceWorker?.register('/sw.js', { updateViaCache: 'none' }))) return
    const { active } = await navigator.serviceWorker.ready
    // Files that were loaded before the worker was there.
    active?.postMessage({ keep: performance.getEntriesByType('resource').map(({ name }) => name) })
  } catch {
    // Without a worker everything works as long as there is a network.
  }
}
