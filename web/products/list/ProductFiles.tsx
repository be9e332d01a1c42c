import { Link } from '@tanstack/react-router'
import { t } from '#web/platform/i18n/messages.ts'
import { stringifySearch } from '#web/platform/search-params.ts'
import type { ProductSearch } from '#web/products/list/product-search.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import IconDownload from '#web/ui/icons/IconDownload.tsx'
import IconUpload from '#web/ui/icons/IconUpload.tsx'

/** Links to import and export products as CSV; the export has the list's filters. */
export function ProductFiles({ search: { search, status } }: { search: ProductSearch }) {
  return (
    <>
      <Link to="/seller/products/import" className={buttonClass()}>
        <IconUpload size={16} />
        {t('products.importLink')}
      </Link>
      <a href={`/api/products/export.csv${stringifySearch({ search, status })}`} download className={buttonClass()}>
        <IconDownload size={16} />
        {t('products.exportLink')}
      </a>
    </>
  )
}
