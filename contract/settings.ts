import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Settings } from '#domain/settings.ts'

export const settings = {
  get: oc.output(Settings),
  /** Changes the given settings and leaves the others. */
  edit: oc.input(z.object({ change: Settings.partial() })).output(Settings),
}
