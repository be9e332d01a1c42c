import { byteOrderMark, csvLine } from '#domain/csv.ts'
import { importColumns } from '#domain/product-import.ts'
import { useMarketplace } from '#web/app/use-me.ts'
import css from '#web/imports/ImportPage.module.css'
import { t } from '#web/messages/messages.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import table from '#web/ui/table.module.css'

/** A product as it stands in a file; the template shows it. */
const example = {
  sku: 'CHAIR-1',
  title: 'Oak chair',
  description: 'Solid oak, oiled by hand.',
  price: '149.90',
  stock: '5',
  category: 'Home',
  tags: 'oak|handmade',
  attributes: 'Height=90 cm|Colour=natural',
} satisfies Record<(typeof importColumns)[number], string>

/** The title last: some spreadsheets leave out the empty cells at the end of a row, which makes it shorter than the header. */
const inTemplate = [...importColumns.filter((column) => column !== 'title'), 'title' as const]
const template = byteOrderMark + csvLine(inTemplate) + csvLine(inTemplate.map((column) => example[column]))

/** What a file holds, and a template of it. */
export function Columns() {
  const { currency } = useMarketplace()
  return (
    <Panel
      title={t('imports.columns.title')}
      actions={
        <a className={buttonClass()} href={`data:text/csv;charset=utf-8,${encodeURIComponent(template)}`} download="products-template.csv">
          {t('imports.columns.template')}
        </a>
      }
      flush
    >
      <p className={css.text}>{t('imports.columns.text')}</p>
      <table className={`${table.table} ${css.table}`}>
        <thead>
          <tr>
            <th scope="col">{t('imports.columns.name')}</th>
            <th scope="col">{t('imports.columns.meaning')}</th>
          </tr>
        </thead>
        <tbody>
          {importColumns.map((column) => (
            <tr key={column}>
              <td>
                <code>{column}</code>
              </td>
              <td>{t(`imports.columns.of.${column}`, { currency })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}
