import type { ReactNode } from 'react'
import type { Product } from '#domain/product.ts'
import { type FactField, factFields, isContentField } from '#domain/product-fields.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { fieldLabel } from '#web/platform/i18n/product-fields.ts'
import { Description } from '#web/product-views/Description.tsx'
import { useFactText } from '#web/product-views/fact-text.ts'
import css from '#web/product-views/Opened.module.css'
import { Facts } from '#web/ui/Facts.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { Ago } from '#web/ui/Time.tsx'

type Props = { product: Product; changed: readonly string[] }

/** All fields of a product; those that changed since they were read are marked. */
export function Details({ product, changed }: Props) {
  const factText = useFactText()
  const none = <span className="muted">{t('approval.nothing')}</span>
  const fact = (name: FactField | 'submitted' | 'created', value: ReactNode) =>
    [
      isContentField(name) ? fieldLabel(name) : t(name === 'submitted' ? 'fields.submitted' : 'fields.created'),
      <Changed key={name} is={changed.includes(name)}>
        {value || none}
      </Changed>,
    ] as const
  return (
    <>
      <section className="part stack gap-10">
        <h3>{t('approval.description')}</h3>
        <Changed is={changed.includes('description')}>
          <Description text={product.description} />
        </Changed>
      </section>
      <section className="part stack gap-10">
        <h3>{t('approval.details')}</h3>
        <Facts
          facts={[
            ...factFields.map((field) => fact(field, field === 'tags' ? <Tags tags={product.tags} /> : factText(field, product))),
            fact('submitted', product.submittedAt && <Ago at={product.submittedAt} />),
            fact('created', <Ago at={product.created_at} />),
          ]}
        />
      </section>
      {product.attributes.length > 0 && (
        <section className="part stack gap-10">
          <h3>{fieldLabel('attributes')}</h3>
          <Changed is={changed.includes('attributes')}>
            <Facts facts={product.attributes.map(({ key, value }) => [key, value])} />
          </Changed>
        </section>
      )}
    </>
  )
}

/** Each tag once: older products may have one twice. */
function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return <span className="muted">{t('approval.nothing')}</span>
  return (
    <span className={`${css.tags} row gap-4`}>
      {[...new Set(tags)].map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
    </span>
  )
}

function Changed({ is, children }: { is: boolean; children: ReactNode }) {
  return is ? <div className={css.changed}>{children}</div> : children
}
