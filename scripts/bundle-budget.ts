import { filesFor, gzipBytes } from './page-weight.ts'
import type { Outcome } from './run.ts'

/** The maximum bytes of script and style per page, gzipped (a kilobyte is 1,000), and the chunks of the page. */
const budgets = {
  '/login': { kilobytes: 155, chunks: ['index.html', 'sign-in/SignInPage.tsx'] },
  '/admin/product-approval': { kilobytes: 225, chunks: ['index.html', 'app/layout/Layout.tsx', 'approval/ApprovalPage.tsx'] },
} as const
type Page = keyof typeof budgets

/** Scripts and styles that a page loads; a journey checks in the browser that it loads nothing else. */
export const pageFiles = (page: Page, folder = 'dist/web'): string[] => filesFor(folder, budgets[page].chunks)

/** Gzip bytes of all that a page loads. */
export const pageBytes = (page: Page, folder = 'dist/web'): number => gzipBytes(folder, pageFiles(page, folder))

/** Fails if a page exceeds its budget. */
export async function bundleBudget(): Promise<Outcome> {
  const lines = Object.entries(budgets).map(([page, { kilobytes }]) => {
    const bytes = pageBytes(page as Page)
    return { ok: bytes <= kilobytes * 1000, text: `${page}: ${(bytes / 1000).toFixed(1)} kB of ${kilobytes} kB\n` }
  })
  return { ok: lines.every(({ ok }) => ok), output: lines.map(({ text }) => text).join(''), seconds: 0 }
}
