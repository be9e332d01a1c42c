import { type EventKind, eventRows, type EventIcon as IconName } from '#domain/event-kinds.ts'
import css from '#web/history/EventIcon.module.css'
import IconArchive from '#web/ui/icons/IconArchive.tsx'
import IconArrowBackUp from '#web/ui/icons/IconArrowBackUp.tsx'
import IconCash from '#web/ui/icons/IconCash.tsx'
import IconCashOff from '#web/ui/icons/IconCashOff.tsx'
import IconCheck from '#web/ui/icons/IconCheck.tsx'
import IconDeviceDesktopOff from '#web/ui/icons/IconDeviceDesktopOff.tsx'
import IconKey from '#web/ui/icons/IconKey.tsx'
import IconMail from '#web/ui/icons/IconMail.tsx'
import IconMessage from '#web/ui/icons/IconMessage.tsx'
import IconMessageOff from '#web/ui/icons/IconMessageOff.tsx'
import IconPencil from '#web/ui/icons/IconPencil.tsx'
import IconPlus from '#web/ui/icons/IconPlus.tsx'
import IconSend from '#web/ui/icons/IconSend.tsx'
import IconSettings from '#web/ui/icons/IconSettings.tsx'
import IconShoppingCart from '#web/ui/icons/IconShoppingCart.tsx'
import IconTrash from '#web/ui/icons/IconTrash.tsx'
import IconTruck from '#web/ui/icons/IconTruck.tsx'
import IconUserCheck from '#web/ui/icons/IconUserCheck.tsx'
import IconUserOff from '#web/ui/icons/IconUserOff.tsx'
import IconUserPlus from '#web/ui/icons/IconUserPlus.tsx'
import IconUserShield from '#web/ui/icons/IconUserShield.tsx'
import IconWebhook from '#web/ui/icons/IconWebhook.tsx'
import IconX from '#web/ui/icons/IconX.tsx'
import type { Icon } from '#web/ui/icons/icon.tsx'
import tones from '#web/ui/tones.module.css'

/** The icon of an event's kind; the words beside it say the same. */
export function EventIcon({ kind }: { kind: EventKind }) {
  const { icon, tone = 'grey' } = eventRows[kind]
  const Icon = icons[icon]
  return (
    <span className={`${css.icon} disc ${tones[tone]}`} aria-hidden>
      <Icon size={16} stroke={1.75} />
    </span>
  )
}

/** The drawing of each icon that the rows of events name (`domain/event-kinds.ts`). */
const icons: Record<IconName, Icon> = {
  archive: IconArchive,
  back: IconArrowBackUp,
  cart: IconShoppingCart,
  cash: IconCash,
  'cash-off': IconCashOff,
  check: IconCheck,
  'device-off': IconDeviceDesktopOff,
  key: IconKey,
  mail: IconMail,
  message: IconMessage,
  'message-off': IconMessageOff,
  pencil: IconPencil,
  plus: IconPlus,
  send: IconSend,
  settings: IconSettings,
  trash: IconTrash,
  truck: IconTruck,
  'user-check': IconUserCheck,
  'user-off': IconUserOff,
  'user-plus': IconUserPlus,
  'user-shield': IconUserShield,
  webhook: IconWebhook,
  x: IconX,
}
