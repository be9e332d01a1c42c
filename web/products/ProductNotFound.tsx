import { Link } from '@tanstack/react-router'
import { t } from '#web/platform/i18n/messages.ts'
import { lastList } from '#web/products/list/last-list.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import IconZoomQuestion from '#web/ui/icons/IconZoomQuestion.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'

/** Not found: a foreign id looks exactly like one that never existed (product §2). */
export function ProductNotFound({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <Panel>
        <EmptyState
          icon={<IconZoomQuestion size={22} />}
          title={t('products.form.notFound.title')}
          text={t('products.form.notFound.text')}
          action={
            <Link to="/seller/products" search={lastList.last()} resetScroll={false} className={buttonClass()}>
              {t('products.form.notFound.back')}
            </Link>
          }
        />
      </Panel>
    </>
  )
}
