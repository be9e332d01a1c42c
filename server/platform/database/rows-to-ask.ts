import { limits } from '#server/platform/limits/limits.ts'

/** The page sizes of screens. */
const rungs = [limits.page.size, limits.page.queueSize, limits.page.sizeMax]

/**
 * The limit of a statement for a page of this size: one row more shows whether there is another page. Written into the statement, where the
 * planner sees it; only a few sizes, so that there are few statements.
 */
export const rowsToAsk = (limit: number): number => (rungs.find((rung) => limit <= rung) ?? limit) + 1
