import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#domain/limits.ts'
import { type ListPath, routes } from '#domain/routes.ts'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import type { Asked } from '#web/saved-views/SavedViewsMenu.tsx'
import { Field } from '#web/ui/Field.tsx'

type Props = { asked: Asked; list: ListPath; state: string; onClose: () => void }

/** Asks for the name of a view, or whether to delete it. */
export function SavedViewDialog({ asked, list, state, onClose }: Props) {
  const queries = useQueryClient()
  const view = asked.to === 'save' ? null : asked.view
  const [name, setName] = useState(view?.name ?? '')
  const [shared, setShared] = useState(false)
  const done = () => queries.invalidateQueries({ queryKey: rpc.savedViews.key() })
  if (asked.to === 'delete') {
    const { id, name, shared } = asked.view
    return (
      <FormDialog
        open
        danger
        title={t('savedViews.deleteTitle', { name })}
        text={t(shared ? 'savedViews.deleteShared' : 'savedViews.deleteText')}
        submit={t('savedViews.deleteSubmit')}
        onClose={onClose}
        send={() => client.savedViews.delete({ id })}
        done={done}
        report={() => t('savedViews.deleted', { name })}
      />
    )
  }
  return (
    <FormDialog
      open
      title={t(view ? 'savedViews.renameTitle' : 'savedViews.saveTitle')}
      text={view ? undefined : t('savedViews.saveText')}
      submit={t(view ? 'savedViews.renameSubmit' : 'savedViews.saveSubmit')}
      onClose={onClose}
      fields={['name']}
      send={(_: { name: string }) =>
        view ? client.savedViews.edit({ id: view.id, change: { name } }) : client.savedViews.create({ list, name, query: state, shared })
      }
      done={done}
      report={({ name }) => t(view ? 'savedViews.renamed' : 'savedViews.saved', { name })}
    >
      <Field
        name="name"
        label={t('savedViews.name')}
        mark
        autoComplete="off"
        maxLength={limits.savedView.nameMax}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {!view && routes[list].for === 'admin' && (
        <label className="line gap-10">
          <input type="checkbox" className="check" checked={shared} onChange={({ target }) => setShared(target.checked)} />
          {t('savedViews.shareNew')}
        </label>
      )}
    </FormDialog>
  )
}
