import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { z } from 'zod'
import { FormerHash, formerCosts } from '#server/platform/former-passwords.ts'
import { type Problem, problem } from '#server/transfers/problem.ts'

const { roundsMax, memCostMax } = formerCosts

/** The parameters of the former service's password hashes, as it shows them. */
const HashConfig = z.object({
  base64_signer_key: FormerHash.shape.signerKey,
  base64_salt_separator: FormerHash.shape.saltSeparator,
  rounds: FormerHash.shape.rounds,
  mem_cost: FormerHash.shape.memCost,
})
export type HashConfig = z.infer<typeof HashConfig> & { fingerprint: string }
const bytesMax = 64 * 1024

/** Reads `hash-config.json`. Parameters that would cost too much at each sign-in are a problem: hashes are not imported then. */
export async function readHashConfig(file: string | null): Promise<{ hashes: HashConfig | null; problem?: Problem }> {
  if (file === null) return { hashes: null }
  const refused = (reason: string) => ({ hashes: null, problem: problem('hash-config', null, { reason }) })
  if ((await stat(file)).size > bytesMax) return refused('the file is too large.')
  try {
    const content = await readFile(file, 'utf8')
    const { data, error } = HashConfig.safeParse(JSON.parse(content))
    if (data) return { hashes: { ...data, fingerprint: createHash('sha256').update(JSON.stringify(data)).digest('hex') } }
    const fields = error.issues.map(({ path }) => path.join('.')).join(', ')
    return refused(`${fields || 'it is no object'}. rounds are 1 to ${roundsMax}, mem_cost is 1 to ${memCostMax}.`)
  } catch (error) {
    return refused(`${error instanceof Error ? error.message : error}.`)
  }
}
