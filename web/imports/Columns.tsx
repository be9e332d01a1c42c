import { byteOrderMark, csvLine } from '#domain/csv.ts'
import { limits } from '#domain/limits.ts'
import { type OrderImportColumn, orderFileColumns } from '#domain/order-import.ts'
import { importColumns } from '#domain/product-import.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Table } from '#web/ui/Table.tsx'

/** The title comes last: some spreadsheets drop empty cells at the end of a row, which would make it shorter than the header. */
const inTemplate = [...importColumns.filter((column) => column !== 'title'), 'title' as const]

/** The example order, with one line. */
const order = {
  externalId: 'A-1001',
  source: 'Market stall',
  placedAt: '2026-01-31T12:30:00Z',
  paidAt: '2026-01-31T12:31:00Z',
  buyerName: 'Bianca Buyer',
  buyerEmail: 'bianca@example.com',
  recipient: '',
  line1: 'Ringstraße 1',
  line2: '',
  postalCode: '1010',
  city: 'Wien',
  region: '',
  country: 'Austria',
  currency: '',
  shipping: '4.90',
  tax: '',
  discount: '',
  total: '24.90',
  product_id: 'REPLACE-WITH-THE-ID-OF-A-PRODUCT-ON-SALE',
  sku: '',
  title: 'Brass lamp',
  lineStatus: 'open',
  carrier: '',
  tracking: '',
  quantity: '2',
  unitPrice: '10.00',
} satisfies Record<OrderImportColumn, string>

/** The columns of a file of products, with a template. */
export function ProductColumns() {
  const { currency } = useMarketplace()
  const rows = importColumns.map((column) => [column, t(`imports.columns.of.${column}`, { currency, ...limits.product })] as const)
  const example = inTemplate.map((column) => [column, t(`imports.columns.example.${column}`)] as const)
  return <Columns text={t('imports.columns.text')} rows={rows} example={example} name="products" />
}

/** The columns of a file of orders, with a template. */
export function OrderColumns() {
  const { currency } = useMarketplace()
  const rows = orderFileColumns.map((column) => [column, t(`imports.orders.of.${column}`, { currency })] as const)
  return (
    <Columns
      text={t('imports.orders.columns')}
      rows={rows}
      example={orderFileColumns.map((column) => [column, order[column]])}
      name="orders"
    />
  )
}

type Pairs = readonly (readonly [string, string])[]
type Props = { text: string; rows: Pairs; example: Pairs; name: string }

const templateOf = (example: Pairs): string =>
  byteOrderMark + csvLine(example.map(([column]) => column)) + csvLine(example.map(([, cell]) => cell))

function Columns({ text, rows, example, name }: Props) {
  return (
    <Panel
      title={t('imports.columns.title')}
      actions={
        <a
          className={buttonClass()}
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(templateOf(example))}`}
          download={`${name}-template.csv`}
        >
          {t('imports.columns.template')}
        </a>
      }
      lead={text}
      flush
    >
      <Table className="breaks" heads={[t('imports.columns.name'), t('imports.columns.meaning')]}>
        {rows.map(([column, meaning]) => (
          <tr key={column}>
            <td className="wide-cell">
              <code className="nowrap">{column}</code>
            </td>
            <td className="wide-cell">{meaning}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  )
}
