const frames = (error: Error) => (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
const named = (error: Error, names: readonly string[]) =>
  names.flatMap((name) => {
    const value: unknown = Reflect.get(error, name)
    return typeof value === 'string' || typeof value === 'number' ? [`${name}: ${value}`] : []
  })

/** What PostgreSQL, the system and libraries say besides their sentence; `detail` and `where` repeat what people wrote. */
const told = ['code', 'severity', 'schema_name', 'table_name', 'column_name', 'constraint_name', 'routine', 'syscall'] as const

/**
 * An error as lines for the log: the sentence, the statement, the stack, and the same of what caused it. A failed statement names no
 * parameters, which are passwords' hashes, addresses and what people write (product §10).
 */
export function errorToLog(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return String(error)
  const statement: unknown = 'params' in error && 'query' in error ? error.query : null
  const sentence = statement === null ? error.message : `Failed query: ${statement}`
  const about = named(error, told)
  const lines = [`${error.name}: ${sentence}${about.length > 0 ? ` (${about.join(', ')})` : ''}`, ...frames(error)]
  const { cause } = error
  const more = error instanceof AggregateError ? [...error.errors] : cause === undefined || depth > 4 ? [] : [cause]
  return [...lines, ...more.map((one) => `caused by ${errorToLog(one, depth + 1)}`)].join('\n')
}

/**
 * Lets this process live on where its log cannot be written: on a full disk, or into a pipe that was closed. Node would end it. What is
 * written once there is room again arrives.
 */
export function surviveUnwritableLog(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
