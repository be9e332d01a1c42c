import type { EventKind } from '#domain/event.ts'
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
import IconSendOff from '#web/ui/icons/IconSendOff.tsx'
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
import type { Tone } from '#web/ui/Tag.tsx'

/** The icon of each kind of event; the words beside it say what it was. */
export const icons: Record<EventKind, { icon: Icon; tone: Tone }> = {
  'product.create': { icon: IconPlus, tone: 'blue' },
  'product.submit': { icon: IconSend, tone: 'blue' },
  'product.edit': { icon: IconPencil, tone: 'grey' },
  'product.withdraw': { icon: IconArrowBackUp, tone: 'grey' },
  'product.approve': { icon: IconCheck, tone: 'green' },
  'product.reject': { icon: IconX, tone: 'red' },
  'product.archive': { icon: IconArchive, tone: 'grey' },
  'product.restore': { icon: IconArrowBackUp, tone: 'green' },
  'product.assign': { icon: IconUserPlus, tone: 'blue' },
  'product.delete': { icon: IconTrash, tone: 'red' },
  'editRequest.create': { icon: IconSend, tone: 'blue' },
  'editRequest.edit': { icon: IconPencil, tone: 'grey' },
  'editRequest.withdraw': { icon: IconArrowBackUp, tone: 'grey' },
  'editRequest.approve': { icon: IconCheck, tone: 'green' },
  'editRequest.approvePartly': { icon: IconCheck, tone: 'amber' },
  'editRequest.reject': { icon: IconX, tone: 'red' },
  'editRequest.supersede': { icon: IconArchive, tone: 'grey' },
  'user.register': { icon: IconUserPlus, tone: 'blue' },
  'user.profile': { icon: IconPencil, tone: 'grey' },
  'user.password': { icon: IconKey, tone: 'grey' },
  'user.secondFactor': { icon: IconKey, tone: 'grey' },
  'user.close': { icon: IconUserOff, tone: 'red' },
  'user.email': { icon: IconMail, tone: 'grey' },
  'user.role': { icon: IconUserShield, tone: 'blue' },
  'user.signOut': { icon: IconDeviceDesktopOff, tone: 'grey' },
  'user.suspend': { icon: IconUserOff, tone: 'red' },
  'user.reactivate': { icon: IconUserCheck, tone: 'green' },
  'user.invite': { icon: IconMail, tone: 'blue' },
  'message.send': { icon: IconSend, tone: 'blue' },
  'message.stop': { icon: IconSendOff, tone: 'red' },
  'user.uninvite': { icon: IconMail, tone: 'grey' },
  'apiKey.create': { icon: IconKey, tone: 'blue' },
  'apiKey.revoke': { icon: IconKey, tone: 'red' },
  'order.placed': { icon: IconShoppingCart, tone: 'blue' },
  'order.paid': { icon: IconCash, tone: 'green' },
  'order.refunded': { icon: IconCashOff, tone: 'amber' },
  'order.shipped': { icon: IconTruck, tone: 'blue' },
  'order.delivered': { icon: IconCheck, tone: 'green' },
  'order.cancelled': { icon: IconX, tone: 'red' },
  'order.erased': { icon: IconTrash, tone: 'grey' },
  'chat.message': { icon: IconMessage, tone: 'blue' },
  'chat.solve': { icon: IconCheck, tone: 'green' },
  'chat.reopen': { icon: IconArrowBackUp, tone: 'grey' },
  'chat.assign': { icon: IconUserCheck, tone: 'blue' },
  'chat.block': { icon: IconMessageOff, tone: 'red' },
  'chat.unblock': { icon: IconMessage, tone: 'grey' },
  'settings.edit': { icon: IconSettings, tone: 'grey' },
  'webhook.create': { icon: IconWebhook, tone: 'blue' },
  'webhook.edit': { icon: IconWebhook, tone: 'grey' },
  'webhook.reveal': { icon: IconKey, tone: 'amber' },
  'webhook.rotate': { icon: IconKey, tone: 'blue' },
  'webhook.delete': { icon: IconTrash, tone: 'red' },
  'webhook.disable': { icon: IconWebhook, tone: 'red' },
  'webhook.fail': { icon: IconWebhook, tone: 'red' },
}
