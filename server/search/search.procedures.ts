import { actorOf, os } from '#server/platform/http/os.ts'
import { findHits, namedHits } from '#server/search/find-hits.ts'

export const search = os.search.router({
  find: os.search.find.handler(({ context, input }) => findHits(context.app, actorOf(context), input.search)),
  named: os.search.named.handler(({ context, input }) => namedHits(context.app, actorOf(context), input.ids)),
})
