import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Suspense, useRef, useState } from 'react'
import { limits } from '#domain/limits.ts'
import { type ListPath, routes } from '#domain/routes.ts'
import type { SavedView, SavedViewChange } from '#domain/saved-view.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { DialogLoadError } from '#web/platform/loading/DialogLoadError.tsx'
import { lazyComponent } from '#web/platform/loading/lazy-component.tsx'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { stateOf, useReadState, useSavedViews } from '#web/saved-views/views.ts'
import { Menu, type MenuItem } from '#web/ui/Menu.tsx'
import { toast } from '#web/ui/toasts.ts'

const SavedViewDialog = lazyComponent(() => import('#web/saved-views/SavedViewDialog.tsx'), 'SavedViewDialog', DialogLoadError)

type Props = {
  list: ListPath
  /** The hidden columns, which a view stores even if the address does not name them. */
  hide?: string | undefined
}

/** What is asked in a dialog. */
export type Asked = { to: 'save' } | { to: 'rename' | 'delete'; view: SavedView }

/** Saves the list as it is shown, and changes the view it is shown as. */
export function SavedViewsMenu({ list, hide }: Props) {
  const queries = useQueryClient()
  const search = useSearch({ strict: false })
  const read = useReadState()
  const views = useSavedViews().filter((view) => view.list === list)
  const [asked, ask] = useState<Asked | null>(null)
  const shown = stateOf(search)
  const state = stateOf({ ...search, hide })
  const current = views.find((view) => [shown, state].includes(read(list, view.query)))
  // The view that the list was shown as before the person changed its state.
  const opened = useRef<string | undefined>(undefined)
  if (current) opened.current = current.id
  const view = current ?? views.find(({ id }) => id === opened.current)
  const { name = '' } = view ?? {}

  async function edit(id: string, change: SavedViewChange, done: string, undo?: SavedViewChange): Promise<void> {
    try {
      await client.savedViews.edit({ id, change })
      toast(done, 'good', undo && { run: () => void edit(id, undo, t('savedViews.undone', { name })), ms: limits.undo.ms })
      await queries.invalidateQueries({ queryKey: rpc.savedViews.key() })
    } catch (error) {
      toast(problemOf(error).message, 'bad')
    }
  }
  const items: (MenuItem | false | undefined)[] = [
    {
      label: t('savedViews.save'),
      why: current ? t('savedViews.isSaved', { name }) : shown === '' ? t('savedViews.nothing') : undefined,
      act: () => ask({ to: 'save' }),
    },
    view &&
      view !== current && {
        label: t('savedViews.update', { name }),
        why: shown === '' ? t('savedViews.nothing') : undefined,
        act: () => void edit(view.id, { query: state }, t('savedViews.updated', { name }), { query: view.query }),
      },
    view && { label: t('savedViews.rename', { name }), act: () => ask({ to: 'rename', view }) },
    view &&
      routes[list].for === 'admin' && {
        label: t(view.shared ? 'savedViews.unshare' : 'savedViews.share', { name }),
        why: view.shared && !view.isOwn ? t('savedViews.notOwn') : undefined,
        act: () => void edit(view.id, { shared: !view.shared }, t(view.shared ? 'savedViews.unshared' : 'savedViews.nowShared', { name })),
      },
    view && { label: t('savedViews.delete', { name }), act: () => ask({ to: 'delete', view }) },
  ]
  return (
    <>
      <Menu label={t('savedViews.label')} face={t('savedViews.face')} items={items.filter((item) => typeof item === 'object')} />
      {asked && (
        <Suspense>
          <SavedViewDialog asked={asked} list={list} state={state} onClose={() => ask(null)} />
        </Suspense>
      )}
    </>
  )
}
