import { type RegisteredRouter, type RouteById, useNavigate, useSearch } from '@tanstack/react-router'
import type { ListPath } from '#domain/routes.ts'

type Path = ListPath | '/notifications'
type SearchOf<P extends Path> = RouteById<RegisteredRouter['routeTree'], `/layout${P}`>['types']['fullSearchSchema']

/**
 * The state of a list in its address, and a function that replaces it: in the same entry of the history, with the window scrolled as it is. While
 * another page loads, it is still the state of this one.
 */
export function useListSearch<P extends Path>(path: P): [SearchOf<P>, (to: SearchOf<P>) => void] {
  const search = useSearch({ from: `/layout${path}` } as never) as unknown as SearchOf<P>
  const navigate = useNavigate()
  return [search, (to) => void navigate({ to: path, search: to, replace: true, resetScroll: false } as never)]
}
