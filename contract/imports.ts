import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ById } from '#contract/page.ts'
import { OpenedImport, ProductImport } from '#domain/product-import.ts'

/**
 * The caller's own CSV files: products of a seller, orders from an admin. `POST /api/imports?name=…` uploads a file,
 * `/api/imports/{id}/report.csv` returns its report.
 */
export const imports = {
  /** The caller's own, newest first. */
  list: oc.output(z.array(ProductImport)),
  get: oc.input(ById).output(OpenedImport),
  /** Writes the rows that passed the dry run. */
  run: oc.input(ById).output(OpenedImport),
  /** Stops the import; rows already written stay. */
  cancel: oc.input(ById).output(OpenedImport),
}
