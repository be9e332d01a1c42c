import type { Address } from '#domain/order.ts'
import css from '#web/orders/OrderPage.module.css'

/** An address as it is written on a parcel, without the parts that it does not have. */
export function AddressLines({ name, address }: { name: string; address: Address | null }) {
  const { line1, line2, postalCode, city, region, country } = address ?? {}
  const lines = [name, line1, line2, [postalCode, city].filter(Boolean).join(' '), region, country].filter(Boolean)
  return (
    <address className={css.address}>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same, and a line is known by its place
        <span key={at}>
          <bdi>{line}</bdi>
          <br />
        </span>
      ))}
    </address>
  )
}
