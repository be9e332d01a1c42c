import { filesOf, gzipBytes, readManifest } from './page-weight.ts'
import type { Outcome } from './run.ts'

/** Most bytes of script and style that a page may load, gzipped, and the chunks it consists of. */
export const budgets = {
  '/login': { kilobytes: 155, chunks: ['index.html'] },
  '/admin/product-approval': { kilobytes: 225, chunks: ['index.html', 'approval/ApprovalPage.tsx'] },
} as const

/** Gzip bytes of script and style that a page loads; the journeys see in the browser that nothing else is loaded. */
export function pageBytes(page: keyof typeof budgets, folder = 'dist/web'): number {
  return gzipBytes(folder, filesOf(readManifest(folder), budgets[page].chunks))
}

/** Fails if a page weighs more than its budget. */
export async function bundleBudget(): Promise<Outcome> {
  const lines = Object.entries(budgets).map(([page, { kilobytes }]) => {
    const bytes = pageBytes(page as keyof typeof budgets)
    return { ok: bytes <= kilobytes * 1000, text: `${page}: ${(bytes / 1000).toFixed(1)} kB of ${kilobytes} kB\n` }
  })
  return { ok: lines.every(({ ok }) => ok), output: lines.map(({ text }) => text).join(''), seconds: 0 }
}
