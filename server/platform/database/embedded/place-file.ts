import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#server/platform/start-error.ts'

/** What the data folder stores about its database. `elsewhere` is set if the database cannot be in the data folder itself. */
export type PlaceFile = { id: string; password: string; elsewhere: string | null }

/** Reads it from the folder of the database. Throws `StartError` if this account may not. */
export function readPlaceFile(folder: string): PlaceFile {
  try {
    return JSON.parse(readFileSync(join(folder, 'place.json'), 'utf8'))
  } catch (error) {
    throw new StartError(`${folder} cannot be read (${error}). Start Backstall as the account that made it, or restore the folder.`)
  }
}
