import { findBackupStatus } from '#server/backups/schedule.ts'
import { forAdmins, os } from '#server/platform/http/os.ts'

export const backups = os.backups.router({
  status: os.backups.status.handler(forAdmins(findBackupStatus)),
})
