import { AppError } from '#domain/errors.ts'
import { makePicture } from '#server/platform/files/make-picture.ts'
import type { Job, Outcome } from '#server/platform/files/picture-worker.ts'

/**
 * The child process of the server that works on pictures; it lives until the server disconnects, whatever signals reach the process group.
 */
process.on('message', async ({ id, file, type, isOwn }: Job) => {
  const outcome: Outcome = await makePicture(file, type, isOwn).then(
    (picture) => ({ id, picture }),
    (error: unknown) => ({ id, code: error instanceof AppError ? error.code : 'image-broken' }),
  )
  process.send?.(outcome)
})
process.on('disconnect', () => process.exit())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
