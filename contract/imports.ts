import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ProductImport } from '#domain/product-import.ts'
import { Id } from '#domain/text.ts'

/** One's own CSV files: a seller brings products, an admin orders. The file itself goes to `POST /api/imports?name=…`, its report comes from `/api/imports/{id}/report.csv`. */
export const imports = {
  /** One's own, newest first. */
  list: oc.output(z.array(ProductImport)),
  get: oc.input(z.object({ id: Id })).output(ProductImport),
  /** Writes what the dry run found good. */
  run: oc.input(z.object({ id: Id })).output(ProductImport),
  /** Ends it where it stands; rows already written stay. */
  cancel: oc.input(z.object({ id: Id })).output(ProductImport),
}
