import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { type ListPath, routes } from '#domain/routes.ts'
import type { SavedView } from '#domain/saved-view.ts'
import { InternalLink } from '#web/platform/InternalLink.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { lazyDialog } from '#web/platform/loading/lazy-dialog.tsx'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import type { Asked } from '#web/saved-views/SavedViewDialog.tsx'
import { ViewName } from '#web/saved-views/SavedViewLinks.tsx'
import { useEditView, useViewActions } from '#web/saved-views/use-edit-view.ts'
import { stateOf, useHrefOf, useReadState, useSavedViews, viewNow } from '#web/saved-views/views.ts'
import { Menu, type MenuItem, menuLink } from '#web/ui/Menu.tsx'

const SavedViewDialog = lazyDialog(() => import('#web/saved-views/SavedViewDialog.tsx'), 'SavedViewDialog')

type Props = {
  list: ListPath
  /** The hidden columns, which a view stores even if the address does not name them. */
  hide?: string | undefined
}

/** Applies a view of the list, saves the list as it is shown, and changes the view it is shown as. */
export function SavedViewsMenu({ list, hide }: Props) {
  const queries = useQueryClient()
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const read = useReadState()
  const hrefOf = useHrefOf()
  const edit = useEditView()
  const views = useSavedViews().filter((view) => view.list === list)
  const [asked, ask] = useState<Asked | null>(null)
  const actionsOn = useViewActions(ask)
  // Without what the list does not know, which a typed address may have.
  const shown = read(list, stateOf(search))
  const state = read(list, stateOf({ ...search, hide }))
  const current = views.find((view) => [shown, state].includes(read(list, view.query)))
  // The view that the list was shown as before the person changed its state.
  const opened = useRef<Pick<SavedView, 'id' | 'query'> | undefined>(undefined)
  if (current) opened.current = current
  // The list without filters is no view, and filters chosen next do not belong to the former view.
  else if (shown === '') opened.current = undefined
  const view = current ?? views.find(({ id }) => id === opened.current?.id)
  const { name = '' } = view ?? {}
  /** Names the hidden columns in the address, as the view now does, so that it is the view on screen. */
  const nameColumns = () => {
    if (state !== shown) void navigate({ to: list, search: { ...search, hide }, replace: true, resetScroll: false })
  }
  const update = (of: SavedView) =>
    edit({
      // With the state that the person opened, so that what another person stored meanwhile is not overwritten unseen.
      view: { ...of, query: opened.current?.query ?? of.query },
      change: { query: state },
      done: t('savedViews.updated', { name }),
      undone: t('savedViews.undone', { name }),
      after: nameColumns,
      // The next try is based on the view as it is now.
      refused: (error) => {
        if (problemOf(error).code === 'stale-version')
          void queries.invalidateQueries({ queryKey: rpc.savedViews.key() }).then(() => {
            if (opened.current?.id === of.id) opened.current = viewNow(queries, of)
          })
      },
    })
  const items: MenuItem[] = [
    {
      label: t('savedViews.save'),
      why: current ? t('savedViews.isSaved', { name }) : shown === '' ? t('savedViews.nothing') : undefined,
      act: () => ask({ to: 'save', list, state, saved: nameColumns }),
    },
    ...(view && view !== current
      ? [
          {
            label: t('savedViews.update', { name }),
            why: shown === '' ? t('savedViews.nothing') : undefined,
            act: () => update(view),
          },
        ]
      : []),
    ...(view ? actionsOn(view) : []),
  ]
  return (
    <>
      <Menu
        label={t('savedViews.label')}
        face={t('savedViews.face')}
        head={
          views.length > 0 && (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a menu
            <div role="group" aria-label={t('savedViews.of', { list: t(`titles.${routes[list].title}`) })}>
              {views.map((view) => (
                <InternalLink
                  key={view.id}
                  href={hrefOf(view)}
                  role="menuitemradio"
                  aria-checked={view.id === current?.id}
                  tabIndex={-1}
                  className={menuLink}
                >
                  <ViewName view={view} />
                </InternalLink>
              ))}
            </div>
          )
        }
        items={items}
      />
      {asked && <SavedViewDialog asked={asked} onClose={() => ask(null)} />}
    </>
  )
}
