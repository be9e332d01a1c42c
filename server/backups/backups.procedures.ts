import { askForBackup, findBackupStatus } from '#server/backups/schedule.ts'
import { done, forAdmins, os } from '#server/platform/http/os.ts'

export const backups = os.backups.router({
  status: os.backups.status.handler(forAdmins(findBackupStatus)),
  make: os.backups.make.handler(forAdmins((app) => done(askForBackup(app)))),
})
