import '#web/ui/later.css'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import css from '#web/chats/conversation/LinkCards.module.css'
import { addressOf, type LinkedItem, linkedItems } from '#web/chats/conversation/linked-items.ts'
import { PaymentTag } from '#web/orders/OrderTags.tsx'
import { Shipped } from '#web/orders/Shipped.tsx'
import { isAdminOrder, remainingOf } from '#web/orders/shown-order.ts'
import { orderQuery } from '#web/orders/use-whole-orders.ts'
import { InternalLink } from '#web/platform/InternalLink.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useMe } from '#web/platform/session/use-me.ts'
import { useMoney } from '#web/platform/session/use-money.ts'
import { Cover } from '#web/product-views/Cover.tsx'
import { StatusTag } from '#web/product-views/StatusTag.tsx'

/** Cards of the products and orders that a message links to. The server answers only about those that this person may see. */
export function LinkCards({ text }: { text: string }) {
  const items = useMemo(() => linkedItems(text, location.origin), [text])
  return items.map((item) =>
    item.kind === 'product' ? <ProductCard key={item.id} item={item} /> : <OrderCard key={item.id} item={item} />,
  )
}

type Props = { item: LinkedItem }

function ProductCard({ item }: Props) {
  const { data, isPending } = useQuery(rpc.products.get.queryOptions({ input: { id: item.id } }))
  const money = useMoney()
  if (!data) return isPending && <Loading />
  return (
    <Card
      item={item}
      cover={<Cover image={data.images[0]} />}
      title={data.title}
      about={data.price === null ? null : money(data.price)}
      tags={<StatusTag status={data.status} />}
    />
  )
}

function OrderCard({ item }: Props) {
  const { data: order, isPending } = useQuery(orderQuery(useMe().role, item.id))
  const money = useMoney()
  if (!order) return isPending && <Loading />
  return (
    <Card
      item={item}
      cover={<Cover image={order.lines[0]?.cover ?? undefined} />}
      title={t('orders.called', { number: order.number })}
      about={money(isAdminOrder(order) ? order.total : remainingOf(order))}
      tags={
        <>
          <PaymentTag order={order} />
          <Shipped counts={order.counts} />
        </>
      }
    />
  )
}

type CardProps = Props & { cover: ReactNode; title: string; about: string | null; tags: ReactNode }

function Card({ item, cover, title, about, tags }: CardProps) {
  const { role } = useMe()
  return (
    <article className={`${css.card} line gap-12 boxed tints`} aria-label={`${t(`chats.card.${item.kind}`)}: ${title}`}>
      {cover}
      <div className="grow">
        <InternalLink href={addressOf(item, role)} className="block ink strong ellipsis covers" dir="auto">
          {title}
        </InternalLink>
        <span className="row gap-6 center aside">
          {about && <span className="tabular">{about}</span>}
          {tags}
        </span>
      </div>
    </article>
  )
}

/** As high as a card, so that nothing moves once it is there. */
function Loading() {
  return <div className={`${css.card} boxed muted`} role="status" aria-label={t('chats.card.loading')} />
}
