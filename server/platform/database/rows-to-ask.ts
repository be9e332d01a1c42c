import { limits } from '#domain/limits.ts'

/** The sizes that screens ask for. */
const rungs = [limits.page.size, limits.page.queueSize, limits.page.sizeMax]

/**
 * How many rows a statement asks for so that a page of this size, and whether there is more, is among them. Written out in the statement, where
 * the planner sees it; few sizes, so that there are few statements.
 */
export const rowsToAsk = (limit: number): number => (rungs.find((rung) => limit <= rung) ?? limit) + 1
