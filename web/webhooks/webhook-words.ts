import type { DeliveryStatus, DeliveryType } from '#domain/webhook.ts'
import { t } from '#web/platform/i18n/messages.ts'
import type { Tone } from '#web/ui/Tag.tsx'

export const typeText = (type: DeliveryType): string => t(`webhooks.type.${type}`)

export const toneOf: Record<DeliveryStatus, Tone> = { waiting: 'amber', delivered: 'green', dead: 'red' }

/** The host of an address, by which people recognise it. */
export const hostOf = (url: string): string => new URL(url).host

/** The path of an address, without the query, which may hold a secret. */
export const pathOf = (url: string): string => new URL(url).pathname
