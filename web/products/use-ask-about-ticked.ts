import { useState } from 'react'
import type { ProductRow } from '#contract/products.ts'
import { useTicked } from '#web/ui/Selection.tsx'

/**
 * The ticked rows of a list of products, and the dialog that is open about them: what it asks, and its props. Products that it leaves, because they
 * failed, stay ticked, and it asks about them again.
 */
export function useAskAboutTicked<Question>(rows: readonly ProductRow[]) {
  const ticks = useTicked(rows.map(({ id }) => id))
  const [open, setOpen] = useState<{ question: Question; products: readonly ProductRow[] } | null>(null)
  const selected = rows.filter(({ id }) => ticks.ticked.includes(id))
  const asked = open && {
    question: open.question,
    props: {
      products: open.products,
      onClose: () => setOpen(null),
      onLeft: (products: readonly ProductRow[]) => {
        ticks.set(products.map(({ id }) => id))
        // The dialog may be closed by now.
        setOpen((now) => (now !== open ? now : products.length > 0 ? { ...open, products } : null))
      },
    },
  }
  return { ticks, selected, asked, ask: (question: Question) => setOpen({ question, products: selected }) }
}
