import { budgets } from '../scripts/bundle-budget.ts'

/** The goal of each figure: a ratio to the bare floor where there is one, else milliseconds or megabytes. */
const goals = {
  approve: { at: 'least', value: 0.5, unit: '× floor' },
  'approve-p99': { at: 'most', value: 2, unit: '× floor' },
  list: { at: 'least', value: 0.6, unit: '× floor' },
  read: { at: 'least', value: 0.5, unit: '× floor' },
  deep: { at: 'least', value: 0.95, unit: '× first page' },
  'deep-million': { at: 'least', value: 0.95, unit: '× first page' },
  'orders-deep': { at: 'least', value: 0.95, unit: '× first page' },
  export: { at: 'most', value: 64, unit: 'MB' },
  import: { at: 'least', value: 1_500, unit: 'records/s' },
  // As for an export: flat means within so much.
  'import-memory': { at: 'most', value: 64, unit: 'MB more' },
  sales: { at: 'most', value: 60, unit: 'ms' },
  'sales-growth': { at: 'most', value: 2, unit: '× of 10,000' },
  create: { at: 'least', value: 0.5, unit: '× floor' },
  fanout: { at: 'most', value: 1.5, unit: '× floor' },
  chat: { at: 'least', value: 0.5, unit: '× floor' },
  'chat-p99': { at: 'most', value: 60, unit: 'ms' },
  streams: { at: 'most', value: 30, unit: 'kB' },
  // Our own goal: a second node must not cost more than it brings, even where both share two cores with their database.
  'two-nodes': { at: 'least', value: 0.9, unit: '× one node' },
  storm: { at: 'most', value: 10, unit: 's' },
  'storm-approve': { at: 'most', value: 2, unit: '× quiet' },
  lag: { at: 'most', value: 200, unit: 'ms' },
  'key-next': { at: 'most', value: 50, unit: 'ms' },
  search: { at: 'most', value: 30, unit: 'ms' },
  screen: { at: 'most', value: 150, unit: 'ms' },
  'first-row': { at: 'most', value: 400, unit: 'ms' },
  'first-row-again': { at: 'most', value: 250, unit: 'ms' },
  // Our own goal: the server is not asked, but the browser must open its store.
  'first-row-offline': { at: 'most', value: 400, unit: 'ms' },
  // Our own goal, and the most that the browser may store (product §11).
  'browsed-heap': { at: 'most', value: 100, unit: 'MB' },
  'browsed-kept': { at: 'most', value: 41.943, unit: 'MB' },
  picture: { at: 'most', value: 1.6, unit: '× sharp' },
  start: { at: 'most', value: 1.2, unit: 's' },
  memory: { at: 'most', value: 130, unit: 'MB' },
  'signin-bytes': { at: 'most', value: budgets['/login'], unit: 'kB' },
  'queue-bytes': { at: 'most', value: budgets['/admin/product-approval'], unit: 'kB' },
} as const

export type FigureName = keyof typeof goals
export type Figure = { name: FigureName; value: number; unit: string; goal: string; met: boolean }

/** A measured value, a sentence that explains it, and its raw rounds. */
export type Measured = { name: FigureName; value: number; about: string; rounds: unknown }

/** A measured value with its goal. */
export function figure({ name, value: measured }: Measured): Figure {
  const { at, value: goal, unit } = goals[name]
  const value = Math.round(measured * 1000) / 1000
  return { name, value, unit, goal: `${at === 'least' ? '≥' : '≤'} ${goal}`, met: at === 'least' ? value >= goal : value <= goal }
}
