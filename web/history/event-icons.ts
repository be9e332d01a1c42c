import type { Icon } from '@tabler/icons-react'
import IconArchive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs'
import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs'
import IconCash from '@tabler/icons-react/dist/esm/icons/IconCash.mjs'
import IconCashOff from '@tabler/icons-react/dist/esm/icons/IconCashOff.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconDeviceDesktopOff from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktopOff.mjs'
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs'
import IconMessageOff from '@tabler/icons-react/dist/esm/icons/IconMessageOff.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs'
import IconSendOff from '@tabler/icons-react/dist/esm/icons/IconSendOff.mjs'
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs'
import IconShoppingCart from '@tabler/icons-react/dist/esm/icons/IconShoppingCart.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import IconTruck from '@tabler/icons-react/dist/esm/icons/IconTruck.mjs'
import IconUserCheck from '@tabler/icons-react/dist/esm/icons/IconUserCheck.mjs'
import IconUserOff from '@tabler/icons-react/dist/esm/icons/IconUserOff.mjs'
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs'
import IconUserShield from '@tabler/icons-react/dist/esm/icons/IconUserShield.mjs'
import IconWebhook from '@tabler/icons-react/dist/esm/icons/IconWebhook.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import type { EventKind } from '#domain/event.ts'
import type { Tone } from '#web/ui/Tag.tsx'

/** How each kind of event looks; the words beside it say what it was. */
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
