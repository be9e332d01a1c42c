import type { ProductImport } from '#domain/product-import.ts'
import css from '#web/imports/ImportPage.module.css'
import { shown } from '#web/imports/shown.ts'
import { t } from '#web/platform/i18n/later.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import table from '#web/ui/table.module.css'

/** The first refused rows, and a link to all of them. */
export function Problems({ of: { id, problems, failed } }: { of: ProductImport }) {
  const rows = problems.filter(({ row }) => row > 0)
  if (rows.length === 0) return null
  const about = failed > rows.length ? t('imports.problems.more', { shown: rows.length, all: shown(failed) }) : t('imports.problems.all')
  return (
    <Panel
      title={t('imports.problems.title')}
      actions={
        <a className={buttonClass()} href={`/api/imports/${encodeURIComponent(id)}/report.csv`} download>
          {t('imports.report')}
        </a>
      }
      flush
    >
      <p className={css.text}>{about}</p>
      <table className={`${table.table} ${css.table}`}>
        <thead>
          <tr>
            <th scope="col">{t('imports.problems.row')}</th>
            <th scope="col">{t('imports.problems.field')}</th>
            <th scope="col">{t('imports.problems.problem')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, field, message }) => (
            <tr key={row}>
              <td data-label={t('imports.problems.row')}>{row}</td>
              <td data-label={t('imports.problems.field')}>{field ? <code>{field}</code> : t('imports.problems.wholeRow')}</td>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}
