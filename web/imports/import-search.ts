import { searchReader, textParam } from '#web/platform/search-params.ts'

/** Reads the id of the open import; without it a new file can be chosen. */
export const readImportSearch = searchReader({ import: textParam })
