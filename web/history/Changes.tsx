import type { HistoryLog } from '#domain/event.ts'
import css from '#web/history/Changes.module.css'
import { useShownValue } from '#web/history/use-shown-value.ts'
import { t } from '#web/messages/messages.ts'

type Field = keyof typeof fieldNames
/** Every field that an event names; a record, so that each has its word in the catalogue. */
const fieldNames = {
  title: true,
  description: true,
  images: true,
  category: true,
  tags: true,
  attributes: true,
  price: true,
  stock: true,
  sku: true,
  role: true,
  status: true,
  marketplaceName: true,
  logo: true,
  termsUrl: true,
  privacyUrl: true,
  registration: true,
  categories: true,
  rejectionTemplates: true,
} as const
const isField = (name: string): name is Field => Object.hasOwn(fieldNames, name)

type Changed = Pick<HistoryLog, 'kind' | 'fields' | 'before' | 'after'>

/** Which fields changed: short values as they were and as they became, of long ones that they changed. */
export function Changes({ entry: { kind, fields, before, after } }: { entry: Changed }) {
  const shown = useShownValue()
  const known = fields.filter(isField)
  if (known.length === 0 || kind === 'product.create') return null
  // A request that was refused or taken back changed nothing.
  if (kind.startsWith('editRequest.') && after === null) return null
  return (
    <ul className={css.changes}>
      {known.map((field) => {
        const [from, to] = [shown(field, before?.[field]), shown(field, after?.[field])]
        const name = t(`history.fields.${field}`)
        return (
          <li key={field}>
            {from !== null && to !== null && from !== to ? t('history.changedFrom', { name, from, to }) : t('history.changed', { name })}
          </li>
        )
      })}
    </ul>
  )
}
