import { useQuery } from '@tanstack/react-query'
import { memo, useId, useState } from 'react'
import type { ProductRow } from '#contract/products.ts'
import { limits } from '#domain/limits.ts'
import type { Person } from '#domain/person.ts'
import { sellsAs, shopAndName } from '#domain/person-names.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import css from '#web/product-views/AssignDialog.module.css'
import { ChooseSeller } from '#web/product-views/ChooseSeller.tsx'
import { StatusTag } from '#web/product-views/StatusTag.tsx'
import { useAssign } from '#web/product-views/use-assign.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Note } from '#web/ui/Note.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { Ticks } from '#web/ui/Ticks.tsx'

export type Assignable = Pick<ProductRow, 'id' | 'title' | 'status' | 'seller_id' | 'seller'>
type Seller = Person
type Props = {
  products: readonly Assignable[]
  /** True for a choice among all products of one person. */
  several?: boolean
  onClose: () => void
}

/** Asks for the new seller and the reason, and assigns the products (product §2, §3). */
export default function AssignDialog({ products, several = false, onClose }: Props) {
  const [seller, setSeller] = useState<Seller | null>(null)
  const [reason, setReason] = useState('')
  const [picked, setPicked] = useState(() => products.filter(({ status }) => !several || status !== 'archived').map(({ id }) => id))
  const [first] = products
  const chosen = new Set(picked)
  const wanted = products.filter(({ id }) => chosen.has(id))
  const { send, stop, run, isStopping, hasBegun, failed, broken } = useAssign(several, onClose)
  const whyId = useId()
  const why =
    wanted.length === 0
      ? t('assign.chooseProducts')
      : seller === null
        ? t('assign.choose')
        : reason.trim().length < limits.rejection.textMin
          ? t('assign.chooseReason', limits.rejection)
          : null
  const name = first?.seller ? shopAndName(first.seller) : ''
  const about = several ? 'many' : first?.seller_id ? 'owned' : 'ownerless'
  return (
    <Dialog
      title={t(`assign.title.${about}`)}
      onClose={onClose}
      dismiss={
        several && run ? (
          <Button busy={isStopping} onClick={stop}>
            {t('common.stop')}
          </Button>
        ) : hasBegun ? (
          'close'
        ) : (
          'cancel'
        )
      }
      actions={
        <>
          <p id={whyId} className={`${css.why} aside`} aria-live={run ? 'off' : 'polite'}>
            {run
              ? t(isStopping ? 'assign.stopping' : 'assign.working', run)
              : (why ?? t('assign.chosen', { name: seller ? shopAndName(seller) : '', count: wanted.length }))}
          </p>
          <span className="dims">
            <Button
              look="primary"
              busy={run !== null}
              aria-disabled={why !== null || undefined}
              aria-describedby={whyId}
              onClick={() => !why && seller && void send(wanted, seller, reason.trim())}
            >
              {t('assign.confirm')}
            </Button>
          </span>
        </>
      }
    >
      <fieldset className="stack bare gap-12 ink breaks" disabled={run !== null}>
        <p>
          {t(`assign.text.${about}`, { title: first?.title ?? '', name })} {about !== 'ownerless' && t('assign.follows')}
        </p>
        {several && <Pick products={products} picked={picked} onPick={setPicked} />}
        <ChooseSeller
          legend={t('assign.sellers')}
          none={{ title: t('assign.noneTitle'), text: t('assign.noneText') }}
          status="active"
          except={first?.seller_id ?? undefined}
          chosen={seller?.id ?? ''}
          onChoose={setSeller}
        />
        {seller && first?.seller_id && <Clashes from={first.seller_id} to={seller} wanted={wanted} />}
        <TextArea
          label={t('common.reason')}
          hint={t('assign.reasonHint', limits.rejection)}
          rows={3}
          maxLength={limits.rejection.textMax}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        {(failed.length > 0 || broken) && (
          <div ref={show}>
            <Note tone="bad">
              {several && failed.length > 0 && (
                <>
                  {t('assign.failed', { count: failed.length })}
                  <ul className={css.items}>
                    {failed.map(({ id, title, message }) => (
                      <li key={id}>{`“${title}”: ${message}`}</li>
                    ))}
                  </ul>
                </>
              )}
              {several && broken && `${t('assign.broken', broken)} ${t('assign.untried', { count: broken.left })}`}
              {!several && (broken ?? failed[0])?.message}
            </Note>
          </div>
        )}
      </fieldset>
    </Dialog>
  )
}

/** Scrolls to the note, which is below long lists. */
const show = (place: HTMLElement | null) => place?.scrollIntoView({ block: 'nearest' })

type Picking = { products: readonly Assignable[]; picked: string[]; onPick: (ids: string[]) => void }

/** Memoized: a person may have thousands of products. */
const Pick = memo(function Pick({ products, picked, onPick }: Picking) {
  const label = (title: string, status: Assignable['status']) => (
    <>
      {title} <StatusTag status={status} />
    </>
  )
  return (
    <div className={`${css.products} boxed breaks`}>
      <Ticks
        legend={t('titles.products')}
        options={products.map(({ id, title, status }) => ({ value: id, label: label(title, status) }))}
        chosen={picked}
        onChange={onPick}
      >
        <span className={`${css.all} row`}>
          <Button look="quiet" onClick={() => onPick(products.map(({ id }) => id))}>
            {t('assign.all')}
          </Button>
          <Button look="quiet" onClick={() => onPick([])}>
            {t('assign.none')}
          </Button>
        </span>
      </Ticks>
    </div>
  )
})

/** Products that cannot go to this seller, shown before the attempt (product §2). */
function Clashes({ from, to, wanted }: { from: string; to: Seller; wanted: readonly Assignable[] }) {
  const seller_id = to.id
  const name = sellsAs(to)
  const found = useQuery(rpc.products.skuClashes.queryOptions({ input: { userId: from, seller_id }, staleTime: 0 }))
  if (found.isLoadingError) {
    return (
      <Note tone="warn" action={<Button onClick={() => void found.refetch()}>{t('common.retry')}</Button>}>
        {t('assign.clashesUnknown', { name })} {problemOf(found.error).message}
      </Note>
    )
  }
  const ids = new Set(wanted.map(({ id }) => id))
  const clashes = (found.data ?? []).filter(({ id }) => ids.has(id))
  const count = clashes.length
  if (count === 0) return null
  return (
    <Note tone="warn">
      {t('assign.clashes', { count, name })}
      <ul className={css.items}>
        {clashes.slice(0, clashesShown).map(({ id, title, sku, theirs }) => (
          <li key={id}>{t('assign.clash', { title, sku, theirs: theirs.title })}</li>
        ))}
        {count > clashesShown && <li>{t('assign.clashesMore', { count: count - clashesShown })}</li>}
      </ul>
    </Note>
  )
}

/** How many clashes are listed. */
const clashesShown = 20
