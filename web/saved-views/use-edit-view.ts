import { limits } from '#domain/limits.ts'
import { routes } from '#domain/routes.ts'
import type { SavedView, SavedViewChange } from '#domain/saved-view.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { useAct } from '#web/platform/queries/use-act.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import type { Asked } from '#web/saved-views/SavedViewDialog.tsx'
import type { MenuItem } from '#web/ui/Menu.tsx'
import { toast } from '#web/ui/toasts.ts'

type Edit = {
  view: SavedView
  change: SavedViewChange
  /** The sentence when it is done. */
  done: string
  /** The sentence after an undo, which is offered. */
  undone?: string
  after?: () => void
  refused?: (error: unknown) => void
}

/** Changes a view as it is shown, and says so. */
export function useEditView() {
  const { mutate } = useAct<SavedView, Edit>({
    send: ({ view, change }) => client.savedViews.edit({ id: view.id, expected: view, change }),
    done: (edited, { view: { name, query }, done, undone, after }) => {
      const undo = (sentence: string) => mutate({ view: edited, change: { name, query }, done: sentence })
      toast(done, 'good', undone === undefined ? undefined : { run: () => undo(undone), ms: limits.undo.ms })
      after?.()
    },
    refused: (error, edit) => edit.refused?.(error),
    stale: rpc.savedViews.key(),
  })
  return mutate
}

/** What can be done with a view wherever it stands: rename, share or make private, delete. */
export function useViewActions(ask: (asked: Asked) => void): (view: SavedView) => MenuItem[] {
  const edit = useEditView()
  return (view) => {
    const { list, name, shared, isOwn } = view
    const share = {
      label: t(shared ? 'savedViews.unshare' : 'savedViews.share', { name }),
      why: shared && !isOwn ? t('savedViews.notOwn') : undefined,
      act: () => edit({ view, change: { shared: !shared }, done: t(shared ? 'savedViews.unshared' : 'savedViews.nowShared', { name }) }),
    }
    return [
      { label: t('savedViews.rename', { name }), act: () => ask({ to: 'rename', view }) },
      ...(routes[list].for === 'admin' ? [share] : []),
      { label: t('savedViews.delete', { name }), act: () => ask({ to: 'delete', view }) },
    ]
  }
}
