import { exportCommand } from '#server/app/rescue/export-command.ts'
import { runCommand } from './command.ts'

// `npm run export -- <folder> [--with-password-hashes [--yes]]`, whether Backstall is running or not.
await runCommand(exportCommand)
