import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import type { ListPath } from '#domain/routes.ts'
import type { SavedView } from '#domain/saved-view.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { parseSearch, stringifySearch } from '#web/platform/search-params.ts'

/** The saved views of the signed-in person. They come along with the page, and hints keep them current, so no screen asks for them again. */
export const useSavedViews = (): readonly SavedView[] =>
  useQuery(rpc.savedViews.list.queryOptions({ staleTime: Number.POSITIVE_INFINITY })).data ?? []

/** A saved view as it is now; as it was, if it is gone. */
export const viewNow = (queries: QueryClient, view: SavedView): SavedView =>
  queries.getQueryData(rpc.savedViews.list.queryKey())?.find(({ id }) => id === view.id) ?? view

/** Where a person is in a list is not saved: how many pages are shown, and what is opened. */
const places = ['pages', 'product', 'request']

/** The state of a list as a view stores it; empty for the untouched list. */
export function stateOf(search: object): string {
  const state = Object.entries(search).filter(([name]) => !places.includes(name))
  return stringifySearch(Object.fromEntries(state.sort(([one], [other]) => (one < other ? -1 : 1)))).slice(1)
}

type Reader = (raw: Record<string, unknown>) => object

/** Reads a state as the page of its list does: what the page does not know is dropped. */
export function useReadState(): (list: ListPath, query: string) => string {
  const { routesByPath } = useRouter()
  return (list, query) => stateOf((routesByPath[list].options.validateSearch as Reader)(parseSearch(query)))
}

/** The address of a saved view: of its list, with no other parameters than the list has. */
export function useHrefOf(): (view: Pick<SavedView, 'list' | 'query'>) => string {
  const read = useReadState()
  return ({ list, query }) => {
    const state = read(list, query)
    return state ? `${list}?${state}` : list
  }
}

/** The state of this list if it is on screen, else null. */
export function useShownState(list: ListPath): string | null {
  const read = useReadState()
  return useRouterState({ select: ({ location }) => (location.pathname === list ? read(list, location.searchStr) : null) })
}
