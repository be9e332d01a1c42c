import { textParam } from '#web/platform/search-params.ts'

/** The id of the open import; without it a new file can be chosen. */
export type ImportSearch = { import?: string | undefined }

export const readImportSearch = (raw: Record<string, unknown>): ImportSearch => ({ import: textParam(raw.import) })
