import { formatPrice } from '#domain/money.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'

/** Formats minor units in the marketplace's one currency (product §1). */
export function useMoney(): (minor: number) => string {
  const { currency } = useMarketplace()
  return (minor) => formatPrice(minor, currency)
}
