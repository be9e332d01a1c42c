import { deletedIds } from '#web/platform/queries/deleted-ids.ts'

/** Deletes something. From before the call on, this tab does not ask for it: the live hint may arrive before the answer. */
export async function deleteOnce(id: string, call: () => Promise<unknown>): Promise<void> {
  deletedIds.add(id)
  try {
    await call()
  } catch (error) {
    deletedIds.delete(id)
    throw error
  }
}
