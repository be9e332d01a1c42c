import type { ProductImport } from '#domain/product-import.ts'
import css from '#web/imports/ImportPage.module.css'
import { shown } from '#web/imports/shown.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Table } from '#web/ui/Table.tsx'

/** The first refused rows, each with all its problems, and a link to all rows. */
export function Problems({ of: { id, problems, failed } }: { of: ProductImport }) {
  const rows = [...Map.groupBy(problems, ({ row }) => row)].filter(([row]) => row > 0)
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
      lead={about}
      flush
    >
      <Table className={`${css.problems} breaks from-top`} heads={[t('imports.problems.row'), t('imports.problems.problem')]}>
        {rows.map(([row, all]) => (
          <tr key={row}>
            <td data-label={t('imports.problems.row')}>{row}</td>
            <td className="wide-cell">
              <ul className={`${css.list} list stack gap-4`}>
                {all.map(({ field, message }) => (
                  <li key={`${field} ${message}`}>
                    <span className="muted">{field ? <code>{field}</code> : t('imports.problems.wholeRow')}</span>
                    <span>{message}</span>
                  </li>
                ))}
              </ul>
            </td>
          </tr>
        ))}
      </Table>
    </Panel>
  )
}
