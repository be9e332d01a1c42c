import { useInfiniteQuery } from '@tanstack/react-query'
import type { TimelineEntry } from '#contract/products.ts'
import { isTakeDown } from '#domain/event.ts'
import { DataState } from '#web/app/DataState.tsx'
import { rpc } from '#web/app/rpc.ts'
import { icons } from '#web/history/event-icons.ts'
import { t } from '#web/messages/messages.ts'
import { fieldList } from '#web/products/field-list.ts'
import type { FieldName } from '#web/products/product-form.ts'
import css from '#web/products/Timeline.module.css'
import { useMoney } from '#web/products/use-money.ts'
import { More } from '#web/ui/More.tsx'
import { Ago } from '#web/ui/Time.tsx'

/** What happened to a product, the newest first, as whoever is signed in may know it (product §3). */
export function Timeline({ productId }: { productId: string }) {
  const list = useInfiniteQuery(
    rpc.products.timeline.infiniteOptions({
      input: (cursor: string | undefined) => ({ id: productId, cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  )
  return (
    <>
      <DataState query={{ ...list, data: list.data?.pages.flatMap(({ rows }) => rows) }}>
        {(rows) => (
          <ol className={css.list}>
            {rows.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
      </DataState>
      <More list={list} onMore={() => void list.fetchNextPage()} />
    </>
  )
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const { kind, at, by, byAdmin, fields, reason } = entry
  const { icon: Icon, tone } = icons[kind]
  const named = fields.filter(isField)
  return (
    <li className={css.entry}>
      <span className={`${css.icon} ${css[tone]}`} aria-hidden>
        <Icon size={14} stroke={1.75} />
      </span>
      <div className={css.words}>
        <p className={css.what}>
          {kind === 'product.edit' && named.length > 0
            ? t('products.timeline.changed', { fields: fieldList(named) })
            : t(`products.timeline.${whatOf(entry)}`)}
        </p>
        <Changes entry={entry} />
        {reason && <p className={css.reason}>{reason}</p>}
        <p className={css.who}>
          {by ?? t(byAdmin ? 'products.timeline.anAdmin' : 'products.timeline.system')} · <Ago at={at} />
        </p>
      </div>
    </li>
  )
}

/** The fields that are short enough to be shown as they were and as they are. */
const shortFields = ['title', 'price', 'stock', 'sku', 'category'] as const

function Changes({ entry: { kind, fields, before, after } }: { entry: TimelineEntry }) {
  const money = useMoney()
  if (kind !== 'product.edit' || !before || !after) return null
  const written = (field: (typeof shortFields)[number], value: unknown) => {
    if (value === null || value === undefined || value === '') return t('products.timeline.empty')
    return field === 'price' && typeof value === 'number' ? money(value) : String(value)
  }
  const shown = shortFields.filter((field) => fields.includes(field))
  return shown.map((field) => (
    <p key={field} className={css.change}>
      {t('products.timeline.change', {
        field: t(`products.fields.${field}`),
        before: written(field, before[field]),
        after: written(field, after[field]),
      })}
    </p>
  ))
}

const names: Record<FieldName, true> = {
  title: true,
  description: true,
  images: true,
  category: true,
  tags: true,
  attributes: true,
  price: true,
  stock: true,
  sku: true,
}
const isField = (name: string): name is FieldName => Object.hasOwn(names, name)

const whatOf = (entry: TimelineEntry) => {
  if (isTakeDown(entry)) return 'takenDown'
  return isOfProduct(entry.kind) ? words[entry.kind] : 'edit'
}

const words = {
  'product.create': 'create',
  'product.submit': 'submit',
  'product.edit': 'edit',
  'product.withdraw': 'withdraw',
  'product.approve': 'approve',
  'product.reject': 'reject',
  'product.archive': 'archive',
  'product.restore': 'restore',
  'product.delete': 'delete',
  'editRequest.create': 'requestCreate',
  'editRequest.edit': 'requestEdit',
  'editRequest.withdraw': 'requestWithdraw',
  'editRequest.approve': 'requestApprove',
  'editRequest.approvePartly': 'requestApprovePartly',
  'editRequest.reject': 'requestReject',
  'editRequest.supersede': 'requestSupersede',
} as const satisfies Record<ProductKind, string>

type ProductKind = Extract<TimelineEntry['kind'], `${'product' | 'editRequest'}.${string}`>
const isOfProduct = (kind: TimelineEntry['kind']): kind is ProductKind => kind.startsWith('product.') || kind.startsWith('editRequest.')
