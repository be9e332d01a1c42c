const frames = (error: Error) => (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
const named = (error: Error, names: readonly string[]) =>
  names.flatMap((name) => {
    const value: unknown = Reflect.get(error, name)
    return typeof value === 'string' || typeof value === 'number' ? [`${name}: ${value}`] : []
  })

/** Properties of errors of PostgreSQL, the system and libraries that are logged; `detail` and `where` repeat what people wrote. */
const loggedProperties = ['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine', 'syscall'] as const

/** PostgreSQL's messages about a value it cannot take (class 22) end with the value, which is left out. */
export const withoutValue = (error: Error): string =>
  'code' in error && /^22/.test(String(error.code)) ? error.message.replace(/: "[\s\S]*$/, '') : error.message

/**
 * An error as lines for the log: the message, the statement, the stack, and the same of its causes. Parameters of a failed statement are
 * left out: they are password hashes, addresses and what people write (product §10).
 */
export function errorToLog(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return String(error)
  const statement: unknown = 'params' in error && 'query' in error ? error.query : null
  const sentence = statement === null ? withoutValue(error) : `Failed query: ${statement}`
  const about = named(error, loggedProperties)
  const lines = [`${error.name}: ${sentence}${about.length > 0 ? ` (${about.join(', ')})` : ''}`, ...frames(error)]
  const { cause } = error
  const more = error instanceof AggregateError ? [...error.errors] : cause === undefined || depth > 4 ? [] : [cause]
  return [...lines, ...more.map((one) => `caused by ${errorToLog(one, depth + 1)}`)].join('\n')
}

/**
 * What errors of the same fault have in common: name, code, statement and stack, also of their causes. Messages differ as callers like, and so
 * does the number of parameters.
 */
export function faultOf(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return typeof error
  const statement = named(error, ['query']).map((query) => query.replace(/[$\d, ]+/g, ''))
  const own = [error.name, ...named(error, ['code']), ...statement, ...frames(error)].join('\n')
  return error.cause === undefined || depth > 4 ? own : `${own}\n${faultOf(error.cause, depth + 1)}`
}

/**
 * Keeps this process alive if its log cannot be written: on a full disk, or into a closed pipe. Node would end it. Lines written once there
 * is room again are logged.
 */
export function surviveUnwritableLog(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
