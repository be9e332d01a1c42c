import { oc } from '@orpc/contract'
import { z } from 'zod'

const moment = z.iso.datetime()

export const BackupStatus = z.object({
  /** False with DATABASE_URL: the tools of that PostgreSQL back it up. */
  isEmbedded: z.boolean(),
  /** The folder that backups are made in. */
  folder: z.string(),
  running: z.boolean(),
  /** The newest whole backup of this installation in that folder. */
  last: z.object({ at: moment, name: z.string(), files: z.int(), bytes: z.int(), lost: z.int() }).nullable(),
  /** When the newest of its verified backups was verified (`verify-backup`), and whether it was whole. */
  verified: z.object({ at: moment, ok: z.boolean(), name: z.string() }).nullable(),
  /** Why the latest attempt failed since the last start, if no backup was made after it. */
  failure: z.object({ at: moment, message: z.string() }).nullable(),
  /** When the next one is due; null if the schedule is off. */
  next: moment.nullable(),
})
export type BackupStatus = z.infer<typeof BackupStatus>

export const backups = {
  /** What the schedule of backups has done, and what it will do next. */
  status: oc.output(BackupStatus),
  /** Has one made at once, outside the schedule; `status` tells what becomes of it. */
  make: oc.output(z.object({})),
}
