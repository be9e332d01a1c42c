import { listHistory } from '#server/history/list-history.ts'
import { forAdmins, os } from '#server/platform/http/os.ts'

export const history = os.history.router({
  list: os.history.list.handler(forAdmins(listHistory)),
})
