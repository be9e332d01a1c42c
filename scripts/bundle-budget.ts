import type { Path } from '#domain/routes.ts'
import { screenFiles } from '#server/app/http/screen-files.ts'
import { filesFor, gzipBytes } from './page-weight.ts'
import type { Outcome } from './run.ts'

/** The maximum bytes of script and style per page, gzipped (a kilobyte is 1,000). */
export const budgets = { '/login': 143, '/admin/product-approval': 213 } as const

/** Scripts and styles that a page loads; a journey checks in the browser that it loads nothing else. */
export const pageFiles = (page: Path, folder = 'dist/web'): string[] => filesFor(folder, ['index.html', ...screenFiles(page)])

/** Gzip bytes of all that a page loads. */
export const pageBytes = (page: Path, folder = 'dist/web'): number => gzipBytes(folder, pageFiles(page, folder))

/** Fails if a page exceeds its budget. */
export async function bundleBudget(): Promise<Outcome> {
  const lines = Object.entries(budgets).map(([page, kilobytes]) => {
    const bytes = pageBytes(page as Path)
    return { ok: bytes <= kilobytes * 1000, text: `${page}: ${(bytes / 1000).toFixed(1)} kB of ${kilobytes} kB\n` }
  })
  return { ok: lines.every(({ ok }) => ok), output: lines.map(({ text }) => text).join(''), seconds: 0 }
}
