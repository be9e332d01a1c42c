import { oc } from '@orpc/contract'
import { z } from 'zod'
import { EditableSettings, Settings } from '#domain/settings.ts'

export const settings = {
  get: oc.output(Settings),
  /** Changes the given settings and leaves the others; one that does not exist is refused. */
  edit: oc.input(z.object({ change: EditableSettings.partial().strict() })).output(Settings),
  /** Takes the logo away; it comes by `POST /api/settings/logo`. */
  removeLogo: oc.output(Settings),
}
