import { type Check, checkStates, worstOf } from '#domain/health.ts'
import { rescueDatabase } from '#server/app/rescue/rescue-database.ts'
import { runChecks } from '#server/health/checks.ts'
import type { Config } from '#server/platform/config.ts'
import { connect } from '#server/platform/database/database.ts'
import { withTimeLimit } from '#server/platform/database/time-limit.ts'
import { messageOf } from '#server/platform/events/error-log.ts'
import { StartError } from '#server/platform/start-error.ts'
import { readSettings } from '#server/settings/read-settings.ts'

/** The checks as text, of which one fails. It is printed as usual, and only the exit status differs. */
export class ChecksFailing extends StartError {}

/**
 * Makes all checks from the shell, whether Backstall runs or not, and whether there is a database or not. Returns them as text; throws it as
 * `ChecksFailing` if one fails.
 */
export async function doctor(config: Config): Promise<string> {
  const checks = await checksOf(config)
  if (worstOf(checks) === 'failing') throw new ChecksFailing(asText(checks))
  return asText(checks)
}

const patienceMs = 8_000
const silent = () => new StartError(`The database did not answer within ${patienceMs / 1000} seconds.`)

async function checksOf(config: Config): Promise<Check[]> {
  const outside = { config, node: null }
  try {
    await using database = await rescueDatabase(config)
    await using pool = connect(database.address, 4)
    await withTimeLimit(() => pool.sql`select 1`, patienceMs, silent)
    // Without them the other checks are still made.
    const settings = await withTimeLimit(() => readSettings(pool.db), patienceMs).catch(() => null)
    return await runChecks({ ...outside, pool, settings })
  } catch (error) {
    return await runChecks({ ...outside, pool: { unavailable: messageOf(error) }, settings: null })
  }
}

function asText(checks: readonly Check[]): string {
  const wide = Math.max(...checks.map(({ title }) => title.length))
  const lines = checks.flatMap(({ title, state, text, action }) => {
    const same = checks.find((check) => check.text === text)
    const isRepeated = state !== 'ok' && same !== undefined && same.title !== title
    const first = `${state.padEnd(9)}  ${title.padEnd(wide)}  ${isRepeated ? `As for ${same.title}.` : text}`
    return action && !isRepeated ? [first, `${' '.repeat(wide + 13)}→ ${action}`] : [first]
  })
  const counts = checkStates.map((state) => `${checks.filter((check) => check.state === state).length} ${state}`)
  return [...lines, '', `${counts.join(', ')}.`].join('\n')
}
