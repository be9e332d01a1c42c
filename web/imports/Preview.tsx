import type { OpenedImport } from '#domain/product-import.ts'
import { Changes } from '#web/history/Changes.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { fieldList } from '#web/platform/i18n/product-fields.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { shownNumber } from '#web/ui/shown-count.ts'
import { RowsTable } from '#web/ui/Table.tsx'
import { Tag } from '#web/ui/Tag.tsx'

const eventOf = { created: 'product.create', updated: 'product.edit' } as const

/** What the first rows of a checked file of products would do, so that a wrong column is found before anything is written. */
export function Preview({ of: { status, changes, created, updated } }: { of: OpenedImport }) {
  if (status !== 'checked' || changes.length === 0) return null
  const all = created + updated
  return (
    <Panel
      title={t('imports.preview.title')}
      lead={all > changes.length ? t('imports.preview.some', { shown: changes.length, all }) : t('imports.preview.all')}
      flush
    >
      <RowsTable
        className="breaks from-top"
        rows={changes.map((change) => ({ ...change, id: `${change.row}` }))}
        columns={[
          { label: t('imports.problems.row'), cell: ({ row }) => shownNumber(row) },
          {
            label: t('products.column.product'),
            bare: true,
            cell: ({ title, kind }) => (
              <span className="row gap-4">
                <bdi className="strong">{title}</bdi>
                {kind === 'created' && <Tag>{t('imports.preview.draft')}</Tag>}
              </span>
            ),
          },
          {
            label: t('imports.preview.changes'),
            className: 'wide-cell',
            bare: true,
            cell: ({ kind, fields, waiting, before, after }) => (
              <>
                <Changes entry={{ kind: eventOf[kind], fields, before, after }} />
                {waiting.length > 0 && <p className="aside">{t('imports.preview.review', { names: fieldList(waiting) })}</p>}
              </>
            ),
          },
        ]}
      />
    </Panel>
  )
}
