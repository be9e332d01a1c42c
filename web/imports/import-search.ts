import { textParam } from '#web/platform/search-params.ts'

/** Which import is looked at, by its id; without it a new file can be chosen. */
export type ImportSearch = { import?: string | undefined }

export const readImportSearch = (raw: Record<string, unknown>): ImportSearch => ({ import: textParam(raw.import) })
