import { Link } from '@tanstack/react-router'
import { t } from '#web/platform/i18n/messages.ts'
import { lastList } from '#web/products/list/last-list.ts'
import css from '#web/ui/back.module.css'
import IconArrowLeft from '#web/ui/icons/IconArrowLeft.tsx'

/** The link from a form back to the list. */
export function BackToProducts() {
  return (
    <Link to="/seller/products" search={lastList.last()} resetScroll={false} className={`${css.back} center aside inks not-printed`}>
      <IconArrowLeft size={16} />
      {t('products.form.back')}
    </Link>
  )
}
