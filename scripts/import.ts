import { importCommand } from '#server/app/rescue/transfer-command.ts'
import { runCommand } from './command.ts'

// `npm run import -- <folder> [--dry-run] [--report <file>] [--major-units]`, whether Backstall is running or not.
await runCommand((config, args, signal) => importCommand(config, args, console.log, signal))
