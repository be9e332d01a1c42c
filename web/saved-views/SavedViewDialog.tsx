import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#domain/limits.ts'
import { type ListPath, routes } from '#domain/routes.ts'
import type { SavedView } from '#domain/saved-view.ts'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { useSavedViews, viewNow } from '#web/saved-views/views.ts'
import { Field } from '#web/ui/Field.tsx'

/** What is asked in a dialog. */
export type Asked =
  | { to: 'save'; list: ListPath; state: string; saved: () => void }
  /** The view as it is shown. */
  | { to: 'rename' | 'delete'; view: SavedView }

type Props = { asked: Asked; onClose: () => void }

/** Asks for the name of a view, or whether to delete it. */
export function SavedViewDialog({ asked, onClose }: Props) {
  const queries = useQueryClient()
  const views = useSavedViews()
  // As it was when the dialog opened: another person may change it while its new name is typed. After a refusal the next try is about the view as it is.
  const [opened, setOpened] = useState(asked.to === 'save' ? null : asked.view)
  const view = opened && (views.find(({ id }) => id === opened.id) ?? opened)
  const [name, setName] = useState(view?.name ?? '')
  const [shared, setShared] = useState(false)
  const reload = () => queries.invalidateQueries({ queryKey: rpc.savedViews.key() })
  if (asked.to === 'delete') {
    const { id, name, shared } = view ?? asked.view
    return (
      <FormDialog
        danger
        title={t('savedViews.deleteTitle', { name })}
        text={t(shared ? 'savedViews.deleteShared' : 'savedViews.deleteText')}
        submit={t('savedViews.deleteSubmit')}
        onClose={onClose}
        send={() => client.savedViews.delete({ id })}
        done={reload}
        report={() => t('savedViews.deleted', { name })}
      />
    )
  }
  const list = asked.to === 'save' ? asked.list : asked.view.list
  // Two of one name look the same in the sidebar. Help, not a rule: the server accepts both (decision 38).
  const isTaken = (name: string) =>
    views.some((one) => one.list === list && one.id !== view?.id && one.name.toLowerCase() === name.trim().toLowerCase())
  const send = ({ name }: { name: string }) => {
    if (asked.to === 'save') return client.savedViews.create({ list: asked.list, name, query: asked.state, shared })
    return client.savedViews.edit({ id: asked.view.id, expected: opened ?? asked.view, change: { name } })
  }
  return (
    <FormDialog
      title={t(view ? 'savedViews.renameTitle' : 'savedViews.saveTitle')}
      text={view ? undefined : t('savedViews.saveText')}
      submit={t(view ? 'savedViews.renameTitle' : 'savedViews.saveTitle')}
      onClose={onClose}
      fields={['name']}
      check={({ name }) => ({ name: isTaken(name) ? t('savedViews.taken') : undefined })}
      send={send}
      refused={(error) => {
        void reload().then(() => {
          if (opened && problemOf(error).code === 'stale-version') setOpened(viewNow(queries, opened))
        })
        return false
      }}
      done={() => {
        if (asked.to === 'save') asked.saved()
        return reload()
      }}
      report={({ name }) => t(view ? 'savedViews.renamed' : 'savedViews.saved', { name })}
    >
      <Field
        name="name"
        label={t('fields.name')}
        hint={t('savedViews.nameHint', { max: limits.savedView.nameMax })}
        mark
        autoComplete="off"
        maxLength={limits.savedView.nameMax}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {asked.to === 'save' && routes[asked.list].for === 'admin' && (
        <label className="line gap-10">
          <input type="checkbox" className="check" checked={shared} onChange={({ target }) => setShared(target.checked)} />
          {t('savedViews.shareNew')}
        </label>
      )}
    </FormDialog>
  )
}
