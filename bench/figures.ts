/** What is enough, as `quality.md` §1 names it. */
const goals = {
  approve: { at: 'least', value: 0.6, unit: '× floor' },
  'approve-p99': { at: 'most', value: 25, unit: 'ms' },
  list: { at: 'least', value: 0.6, unit: '× floor' },
  start: { at: 'most', value: 1.2, unit: 's' },
  memory: { at: 'most', value: 130, unit: 'MB' },
  'signin-bytes': { at: 'most', value: 155, unit: 'kB' },
  'queue-bytes': { at: 'most', value: 225, unit: 'kB' },
} as const

export type FigureName = keyof typeof goals
export type Figure = { name: FigureName; value: number; unit: string; goal: string; met: boolean }

/** A measured value beside its goal. */
export function figure(name: FigureName, measured: number): Figure {
  const { at, value: goal, unit } = goals[name]
  const value = Math.round(measured * 1000) / 1000
  return { name, value, unit, goal: `${at === 'least' ? '≥' : '≤'} ${goal}`, met: at === 'least' ? value >= goal : value <= goal }
}
