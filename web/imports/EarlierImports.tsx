import { Link } from '@tanstack/react-router'
import type { ProductImport } from '#domain/product-import.ts'
import css from '#web/imports/ImportPage.module.css'
import { ImportStatusTag } from '#web/imports/ImportStatusTag.tsx'
import { importPlaces } from '#web/imports/import-places.ts'
import { shown } from '#web/imports/shown.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import IconFileSpreadsheet from '#web/ui/icons/IconFileSpreadsheet.tsx'
import { Ago } from '#web/ui/Time.tsx'
import table from '#web/ui/table.module.css'

/** The files that are still kept, newest first; each opens with its result. */
export function EarlierImports({ imports }: { imports: readonly ProductImport[] }) {
  if (imports.length === 0)
    return <EmptyState icon={<IconFileSpreadsheet size={22} />} title={t('imports.earlier.empty')} text={t('imports.earlier.emptyText')} />
  return (
    <table className={`${table.table} ${css.table} plain-table breaks`}>
      <thead>
        <tr>
          <th scope="col">{t('imports.earlier.name')}</th>
          <th scope="col">{t('imports.earlier.status')}</th>
          <th scope="col">{t('imports.earlier.result')}</th>
          <th scope="col">{t('imports.earlier.when')}</th>
        </tr>
      </thead>
      <tbody>
        {imports.map((one) => (
          <tr key={one.id}>
            <td className="wide-cell strong">
              <Link to={importPlaces[one.noun].here} search={{ import: one.id }}>
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
      </tbody>
    </table>
  )
}

function summaryOf({ noun, created, updated, unchanged, failed }: ProductImport): string {
  const counts = { count: created, created: shown(created), updated: shown(updated), unchanged: shown(unchanged), failed: shown(failed) }
  return t(`imports.${noun}.summary`, counts)
}
