import { Link } from '@tanstack/react-router'
import type { ProductImport } from '#domain/product-import.ts'
import { ImportStatusTag } from '#web/imports/ImportStatusTag.tsx'
import { importPlaces } from '#web/imports/import-places.ts'
import { shown } from '#web/imports/shown.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import IconFileSpreadsheet from '#web/ui/icons/IconFileSpreadsheet.tsx'
import { Table } from '#web/ui/Table.tsx'
import { Ago } from '#web/ui/Time.tsx'

/** The files that are still kept, newest first; each opens with its result. */
export function EarlierImports({ imports }: { imports: readonly ProductImport[] }) {
  if (imports.length === 0)
    return <EmptyState icon={<IconFileSpreadsheet size={22} />} title={t('imports.earlier.empty')} text={t('imports.earlier.emptyText')} />
  return (
    <Table
      className="breaks"
      heads={[t('imports.earlier.name'), t('imports.earlier.status'), t('imports.earlier.result'), t('imports.earlier.when')]}
    >
      {imports.map((one) => (
        <tr key={one.id}>
          <td className="wide-cell strong">
            <Link to={importPlaces[one.noun].here} search={{ import: one.id }} className="opens-row">
              {one.name}
            </Link>
          </td>
          <td data-label={t('imports.earlier.status')}>
            <ImportStatusTag status={one.status} />
          </td>
          <td className="wide-cell">{summaryOf(one)}</td>
          <td data-label={t('imports.earlier.when')}>
            <Ago at={one.createdAt} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

function summaryOf({ noun, created, updated, unchanged, failed }: ProductImport): string {
  const counts = { count: created, created: shown(created), updated: shown(updated), unchanged: shown(unchanged), failed: shown(failed) }
  return t(`imports.${noun}.summary`, counts)
}
