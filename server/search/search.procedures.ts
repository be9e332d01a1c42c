import { asPerson, os } from '#server/platform/http/os.ts'
import { findHits, namedHits } from '#server/search/find-hits.ts'

export const search = os.search.router({
  find: os.search.find.handler(asPerson((app, actor, { search }) => findHits(app, actor, search))),
  named: os.search.named.handler(asPerson((app, actor, { ids }) => namedHits(app, actor, ids))),
})
