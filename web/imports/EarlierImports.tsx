import { Link } from '@tanstack/react-router'
import type { ProductImport } from '#domain/product-import.ts'
import { ImportStatusTag } from '#web/imports/ImportStatusTag.tsx'
import { importPlaces } from '#web/imports/import-places.ts'
import { shown } from '#web/imports/shown.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import IconFileSpreadsheet from '#web/ui/icons/IconFileSpreadsheet.tsx'
import { RowsTable } from '#web/ui/Table.tsx'
import { Ago } from '#web/ui/Time.tsx'

/** The files that are still kept, newest first; each opens with its result. */
export function EarlierImports({ imports }: { imports: readonly ProductImport[] }) {
  if (imports.length === 0)
    return <EmptyState icon={<IconFileSpreadsheet size={22} />} title={t('imports.earlier.empty')} text={t('imports.earlier.emptyText')} />
  return (
    <RowsTable
      className="breaks"
      rows={imports}
      columns={[
        {
          label: t('imports.earlier.name'),
          className: 'wide-cell strong',
          bare: true,
          cell: ({ id, noun, name }) => (
            <Link to={importPlaces[noun].here} search={{ import: id }} className="opens-row">
              {name}
            </Link>
          ),
        },
        { label: t('imports.earlier.status'), cell: ({ status }) => <ImportStatusTag status={status} /> },
        { label: t('imports.earlier.result'), className: 'wide-cell', bare: true, cell: summaryOf },
        { label: t('imports.earlier.when'), cell: ({ createdAt }) => <Ago at={createdAt} /> },
      ]}
    />
  )
}

function summaryOf({ noun, created, updated, unchanged, failed }: ProductImport): string {
  const counts = { count: created, created: shown(created), updated: shown(updated), unchanged: shown(unchanged), failed: shown(failed) }
  return t(`imports.${noun}.summary`, counts)
}
