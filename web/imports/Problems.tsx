import type { ProductImport } from '#domain/product-import.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { ProblemsTable } from '#web/transfers/ProblemsTable.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { shownNumber } from '#web/ui/shown-count.ts'

/** The first refused rows, each with all its problems, and a link to all rows. */
export function Problems({ of: { id, noun, problems, failed } }: { of: ProductImport }) {
  const rows = [...Map.groupBy(problems, ({ row }) => row)].filter(([row]) => row > 0)
  if (rows.length === 0) return null
  const about = failed > rows.length ? t('imports.problems.more', { shown: rows.length, all: failed }) : t('imports.problems.all')
  return (
    <Panel
      title={t('imports.problems.title')}
      actions={
        <a className={buttonClass()} href={`/api/imports/${encodeURIComponent(id)}/report.csv`} download>
          {t('transfers.run.report')}
        </a>
      }
      lead={about}
      flush
    >
      <ProblemsTable
        label={t('imports.problems.row')}
        whole={t('imports.problems.wholeRow')}
        about={t(`imports.${noun}.about`)}
        refused={rows.map(([row, all]) => ({ key: row, name: shownNumber(row), about: aboutOf(all[0]?.about ?? []), problems: all }))}
      />
    </Panel>
  )
}

/** What a row says it is about, so that a person finds it without the file. */
const aboutOf = ([name, ...others]: readonly string[]) =>
  name && (
    <>
      <bdi className="block strong">{name}</bdi>
      {others.map((other) => (
        <bdi key={other} className="block aside">
          {other}
        </bdi>
      ))}
    </>
  )
