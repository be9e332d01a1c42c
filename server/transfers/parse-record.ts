import type { z } from 'zod'
import { nameOf } from '#domain/shape-texts.ts'
import { withoutDirectionMarks } from '#domain/text.ts'
import { type Problem, problem, problemOf } from '#server/transfers/problem.ts'
import { Account } from '#server/transfers/shapes.ts'

/** Whether a value has fields. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Parsed<Output> = { data: Output; notes: Problem[] } | { problems: Problem[] }

/**
 * Reads a value of an export. A name with characters that turn the direction of writing, which can make it look like another, is read without
 * them and noted: its record may be one that many others need.
 */
export function parseRecord<Shape extends z.ZodType>(shape: Shape, raw: unknown): Parsed<z.output<Shape>> {
  const { data, error } = shape.safeParse(raw)
  if (!error) return { data, notes: [] }
  const paths = error.issues.filter(({ message }) => nameOf(message)?.text === 'direction-marks').map(({ path }) => path)
  const corrected = shape.safeParse(paths.reduce(corrections, raw))
  if (corrected.error) return { problems: corrected.error.issues.map(problemOf) }
  return { data: corrected.data, notes: paths.map((path) => problem('direction-removed', path.join('.'))) }
}

/** A copy of the value without the direction marks of the text at this path. */
function corrections(value: unknown, [key, ...rest]: readonly PropertyKey[]): unknown {
  if (key === undefined) return typeof value === 'string' ? withoutDirectionMarks(value) : value
  const inner = corrections(Reflect.get(value as object, key), rest)
  return Array.isArray(value) ? value.with(Number(key), inner) : { ...(value as object), [key]: inner }
}

/** An account that was accepted before. */
export function accountOf(raw: unknown): Account {
  const parsed = parseRecord(Account, raw)
  return 'data' in parsed ? parsed.data : Account.parse(raw)
}
