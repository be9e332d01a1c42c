/** What a span is about: an answered call, a statement in the database, a pass of a worker. */
export type SpanKind = 'call' | 'statement' | 'pass'
export type Tracer = {
  /** Does the work inside a span, below the one around it. A statement outside of any span has none. */
  span: <Result>(kind: SpanKind, nameOf: () => string, work: () => Promise<Result>) => Promise<Result>
}

let current: Tracer | null = null

/** Sets the tracer of this process; null switches traces off, as they are without one. */
export const traceWith = (tracer: Tracer | null): void => {
  current = tracer
}

/** Whether anything is traced. */
export const isTraced = (): boolean => current !== null

/** Does the work, inside a span if traces are on. `nameOf` is asked when the work has ended; it must not contain ids or what people wrote. */
export const spanned = <Result>(kind: SpanKind, nameOf: () => string, work: () => Promise<Result>): Promise<Result> =>
  current === null ? work() : current.span(kind, nameOf, work)

const written = /\b(?:(insert) into|(?<!\b(?:for|do|key) )(update)|(delete) from)\s+"?(\w+)/i
const read = /\bfrom\s+"?(\w+)/i

/** The name of a statement: what it does to the table it writes, or reads first. Never a value. */
export function statementName(text: string): string {
  const [, insert, update, remove, table] = written.exec(text) ?? []
  if (table) return `${insert ?? update ?? remove} ${table}`.toLowerCase()
  return ['select', read.exec(text)?.[1]].filter(Boolean).join(' ')
}
