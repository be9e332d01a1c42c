import { useState } from 'react'
import type { ListPath } from '#domain/routes.ts'
import { readFromDevice, storeOnDevice } from '#web/platform/drafts/device-memory.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { currentUserId } from '#web/platform/queries/queries.ts'
import { hideParam, hides, toggleColumn } from '#web/platform/search-params.ts'
import { Menu } from '#web/ui/Menu.tsx'

/** True if this column is shown. */
export type Shows<Column extends string> = (column: Column) => boolean

type Options<Column extends string> = {
  list: ListPath
  /** The columns that can be hidden, in their order, with their labels. */
  columns: readonly { value: Column; label: string }[]
  /** The hidden ones of the address. */
  hide: string | undefined
  change: (hide: string) => void
}

const name = 'columns'
const storedFor = (userId: string): Record<string, unknown> => ({ ...(readFromDevice(userId, name)?.content as object | undefined) })

/**
 * The columns of a list. Its address names the hidden ones, so that a saved view holds them; where it does not, those apply that the person chose
 * last on this device, until they sign out.
 */
export function useColumns<Column extends string>({ list, columns, hide, change }: Options<Column>) {
  const userId = currentUserId() ?? ''
  const values = columns.map(({ value }) => value)
  const [last, setLast] = useState(() => hideParam(values)(storedFor(userId)[list]))
  const hidden = hide ?? last ?? 'none'
  const shows: Shows<Column> = (column) => !hides(hidden, column)
  const toggle = (column: Column) => {
    const next = toggleColumn(values, hidden, column)
    storeOnDevice(userId, name, { ...storedFor(userId), [list]: next })
    setLast(next)
    change(next)
  }
  const items = columns.map(({ value, label }) => ({ label, checked: shows(value), act: () => toggle(value) }))
  return { list, hidden, shows, menu: <Menu label={t('common.columns')} face={t('common.columns')} items={items} /> }
}
