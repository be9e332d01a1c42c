import type { Path } from '#domain/routes.ts'
import { screenFiles } from '#server/app/http/screen-files.ts'
import { widgetFile } from './build-widget.ts'
import { filesFor, gzipBytes } from './page-weight.ts'
import type { Outcome } from './run.ts'

/** The maximum bytes of script and style per page, gzipped (a kilobyte is 1,000). */
export const budgets = { '/login': 143, '/admin/product-approval': 213 } as const

/** The same of the chat widget, which storefronts load; its styles are in its script. */
const widgetBudget = 35

/** Scripts and styles that a page loads; a journey checks in the browser that it loads nothing else. */
export const pageFiles = (page: Path, folder = 'dist/web'): string[] => filesFor(folder, ['index.html', ...screenFiles(page)])

/** Gzip bytes of all that a page loads. */
export const pageBytes = (page: Path, folder = 'dist/web'): number => gzipBytes(folder, pageFiles(page, folder))

/** Fails if a page or the widget exceeds its budget. */
export async function bundleBudget(): Promise<Outcome> {
  const pages = Object.entries(budgets).map(([page, kilobytes]) => ({ name: page, kilobytes, bytes: pageBytes(page as Path) }))
  const all = [...pages, { name: widgetFile, kilobytes: widgetBudget, bytes: gzipBytes('dist/web', [widgetFile]) }]
  return {
    ok: all.every(({ bytes, kilobytes }) => bytes <= kilobytes * 1000),
    output: all.map(({ name, bytes, kilobytes }) => `${name}: ${(bytes / 1000).toFixed(1)} kB of ${kilobytes} kB\n`).join(''),
    seconds: 0,
  }
}
