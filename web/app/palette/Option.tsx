import { navigation } from '#web/app/layout/navigation.ts'
import type { Choice } from '#web/app/palette/Palette.tsx'
import { PaymentTag } from '#web/orders/OrderTags.tsx'
import { Dotted } from '#web/platform/Dotted.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { Avatar, PersonLine } from '#web/platform/Person.tsx'
import { Cover } from '#web/product-views/Cover.tsx'
import { StatusTag } from '#web/product-views/StatusTag.tsx'
import IconArrowRight from '#web/ui/icons/IconArrowRight.tsx'
import IconReceipt from '#web/ui/icons/IconReceipt.tsx'
import IconSearch from '#web/ui/icons/IconSearch.tsx'
import type { Icon } from '#web/ui/icons/icon.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { UserStatusTag } from '#web/users/UserStatusTag.tsx'

const icons = new Map<string, Icon>([...navigation.admin, ...navigation.seller].flat().map(({ to, icon }) => [to, icon]))
const size = 32

/** An option: picture or icon, title or name, kind with what it belongs to, and status or keys. */
export function Option({ choice }: { choice: Choice }) {
  const kind = t(`palette.kinds.${choice.kind}`)
  const isHit = 'of' in choice
  return (
    <div className="line gap-12">
      <Picture of={choice} />
      <div className="grow">
        <div className="clamp" dir="auto">
          {choice.text}
        </div>
        {isHit && (
          <div className="aside" dir="auto">
            <Dotted>
              {kind}
              {choice.kind === 'person' ? <Email address={choice.about} /> : choice.about}
              {choice.kind === 'product' && choice.seller && <PersonLine of={choice.seller} />}
            </Dotted>
          </div>
        )}
      </div>
      {isHit ? <Status of={choice} /> : <span className="aside">{kind}</span>}
      {choice.kind === 'action' && choice.keys && <kbd className="with-keyboard">{choice.keys}</kbd>}
    </div>
  )
}

/** Breaks before its host, if it has to. */
function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}

function Picture({ of }: { of: Choice }) {
  if (of.kind === 'product') return <Cover image={of.of.cover ?? undefined} size={size} />
  if (of.kind === 'person' || of.kind === 'chat') return <Avatar name={of.of.name} picture={of.of.avatar} size={size} />
  const Shown =
    of.kind === 'order' ? IconReceipt : of.kind === 'search' ? IconSearch : (icons.get(of.href.split('?')[0] ?? '') ?? IconArrowRight)
  return (
    <span className="middle fixed muted" style={{ width: size, height: size }} aria-hidden>
      <Shown size={18} stroke={1.75} />
    </span>
  )
}

function Status({ of }: { of: Extract<Choice, { of: object }> }) {
  if (of.kind === 'product') return <StatusTag status={of.of.status} />
  if (of.kind === 'person') return <UserStatusTag status={of.of.status} />
  if (of.kind === 'order') return <PaymentTag order={of.of} />
  return <Tag tone={of.of.status === 'solved' ? 'green' : 'amber'}>{t(`chats.inbox.status.${of.of.status}`)}</Tag>
}
