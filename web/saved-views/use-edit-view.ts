import { useQueryClient } from '@tanstack/react-query'
import { limits } from '#domain/limits.ts'
import { routes } from '#domain/routes.ts'
import type { SavedView, SavedViewChange } from '#domain/saved-view.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import type { Asked } from '#web/saved-views/SavedViewDialog.tsx'
import type { MenuItem } from '#web/ui/Menu.tsx'
import { toast } from '#web/ui/toasts.ts'

/** Changes a view as it is shown, and says so; with `undo`, the sentence after an undo, that is offered. False if it was refused. */
export function useEditView() {
  const queries = useQueryClient()
  return async function edit(view: SavedView, change: SavedViewChange, done: string, undo?: string): Promise<boolean> {
    try {
      const edited = await client.savedViews.edit({ id: view.id, expected: view, change })
      const { name, query } = view
      toast(done, 'good', undo === undefined ? undefined : { run: () => void edit(edited, { name, query }, undo), ms: limits.undo.ms })
      return true
    } catch (error) {
      toast(problemOf(error).message, 'bad')
      return false
    } finally {
      await queries.invalidateQueries({ queryKey: rpc.savedViews.key() })
    }
  }
}

/** What can be done with a view wherever it stands: rename, share or make private, delete. */
export function useViewActions(ask: (asked: Asked) => void): (view: SavedView) => MenuItem[] {
  const edit = useEditView()
  return (view) => {
    const { list, name, shared, isOwn } = view
    const share = {
      label: t(shared ? 'savedViews.unshare' : 'savedViews.share', { name }),
      why: shared && !isOwn ? t('savedViews.notOwn') : undefined,
      act: () => void edit(view, { shared: !shared }, t(shared ? 'savedViews.unshared' : 'savedViews.nowShared', { name })),
    }
    return [
      { label: t('savedViews.rename', { name }), act: () => ask({ to: 'rename', view }) },
      ...(routes[list].for === 'admin' ? [share] : []),
      { label: t('savedViews.delete', { name }), act: () => ask({ to: 'delete', view }) },
    ]
  }
}
