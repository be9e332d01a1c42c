import type { Scope } from '#domain/api-key.ts'
import { t } from '#web/platform/i18n/messages.ts'

/** The label of each scope, in display order; the compiler ensures that the list is complete. */
const texts = {
  'products:read': t('apiKeys.scope.productsRead'),
  'sellers:read': t('apiKeys.scope.sellersRead'),
  'orders:read': t('apiKeys.scope.ordersRead'),
  'orders:write': t('apiKeys.scope.ordersWrite'),
} satisfies Record<Scope, string>

export const scopesShown = Object.keys(texts) as Scope[]
export const scopeText = (scope: Scope): string => texts[scope]
