import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { limits } from '#domain/limits.ts'
import type { ImportNoun, ProductImport } from '#domain/product-import.ts'
import { routes } from '#domain/routes.ts'
import { OrderColumns, ProductColumns } from '#web/imports/Columns.tsx'
import { importPlaces } from '#web/imports/import-places.ts'
import { OneImport } from '#web/imports/OneImport.tsx'
import { uploadCsv } from '#web/imports/upload-csv.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { BackToList } from '#web/platform/queries/BackToList.tsx'
import { isFirstLoad } from '#web/platform/queries/is-first-load.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { FileDrop } from '#web/platform/uploads/FileDrop.tsx'
import { ImportStatusTag } from '#web/transfers/ImportStatusTag.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import IconFileSpreadsheet from '#web/ui/icons/IconFileSpreadsheet.tsx'
import { Note } from '#web/ui/Note.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { RowsTable } from '#web/ui/Table.tsx'
import { Ago } from '#web/ui/Time.tsx'

/** `/seller/products/import`: imports many products from a CSV file (product §3). */
export function ImportPage() {
  const { import: chosen } = useSearch({ from: '/layout/seller/products/import' })
  return <Import noun="products" chosen={chosen} />
}

/** `/admin/orders/import`: imports past orders, or those of a storefront without a connection, from a CSV file (product §5). */
export function OrderImportPage() {
  const { import: chosen } = useSearch({ from: '/layout/admin/orders/import' })
  return <Import noun="orders" chosen={chosen} />
}

function Import({ noun, chosen }: { noun: ImportNoun; chosen: string | undefined }) {
  const navigate = useNavigate()
  const page = useRef<HTMLDivElement>(null)
  const list = useQuery(rpc.imports.list.queryOptions())
  // The note about an import under way would move all else.
  const waits = !chosen && isFirstLoad(list)
  const open = (id: string | undefined) => {
    void navigate({ to: importPlaces[noun].here, search: { import: id }, resetScroll: true })
    page.current?.querySelector('h1')?.focus()
  }
  return (
    <div ref={page}>
      <BackToList to={importPlaces[noun].list} />
      <PageHeader title={t(`titles.${routes[importPlaces[noun].here].title}`)} lead={t(`imports.${noun}.lead`)} />
      <div className="stack">
        {chosen ? (
          <OneImport key={chosen} id={chosen} onLeave={() => open(undefined)} />
        ) : waits ? (
          <Skeleton rows={4} />
        ) : (
          <>
            <UnderWay imports={list.data ?? []} />
            <ChooseFile onArrived={({ id }: ProductImport) => open(id)} />
            {noun === 'products' ? <ProductColumns /> : <OrderColumns />}
          </>
        )}
        {!waits && (
          <Panel title={t('transfers.earlier.title')} flush>
            <DataState query={list}>{(imports) => <EarlierImports imports={imports} />}</DataState>
          </Panel>
        )}
      </div>
    </div>
  )
}

const limitsShown = { megabytes: limits.import.bytesMax / (1024 * 1024), rows: limits.import.rowsMax }

/** Chooses a file and uploads it at once. */
const ChooseFile = ({ onArrived }: { onArrived: (arrived: ProductImport) => void }) => (
  <Panel title={t('imports.choose.title')}>
    <FileDrop
      accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
      label={t('imports.choose.label')}
      icon={<IconFileSpreadsheet size={22} stroke={1.6} />}
      drop={t('imports.choose.drop')}
      hint={t('imports.choose.hint', limitsShown)}
      resumes={false}
      upload={(file, about) => uploadCsv(file, about).then(onArrived)}
    />
  </Panel>
)

/** Imports that wait for confirmation or are running, for people who return to the page. */
function UnderWay({ imports }: { imports: readonly ProductImport[] }) {
  // A checked file with nothing to import waits for no answer.
  const one = imports.find(
    ({ finishedAt, status, created, updated }) => finishedAt === null && (status !== 'checked' || created + updated > 0),
  )
  if (!one) return null
  const link = (
    <Link to={importPlaces[one.noun].here} search={{ import: one.id }} className={buttonClass()}>
      {t('imports.underWay.open')}
    </Link>
  )
  return <Note action={link}>{t(`imports.underWay.${one.status === 'checked' ? 'waits' : 'works'}`, { name: one.name })}</Note>
}

/** The files that are still kept, newest first; each opens with its result. */
function EarlierImports({ imports }: { imports: readonly ProductImport[] }) {
  if (imports.length === 0)
    return <EmptyState icon={IconFileSpreadsheet} title={t('imports.earlier.empty')} text={t('imports.earlier.emptyText')} />
  return (
    <RowsTable
      wide
      rows={imports}
      columns={[
        {
          label: t('imports.earlier.name'),
          className: 'wide-cell strong breaks',
          bare: true,
          cell: ({ id, noun, name }) => (
            <Link to={importPlaces[noun].here} search={{ import: id }} className="opens-row">
              {name}
            </Link>
          ),
        },
        { label: t('common.status'), cell: (one) => <ImportStatusTag of={one} /> },
        { label: t('transfers.earlier.result'), className: 'wide-cell', bare: true, cell: summaryOf },
        { label: t('common.when'), cell: ({ createdAt }) => <Ago at={createdAt} /> },
      ]}
    />
  )
}

function summaryOf({ noun, created, updated, unchanged, failed }: ProductImport): string {
  return t(`imports.${noun}.summary`, { count: created, created, updated, unchanged, failed })
}
