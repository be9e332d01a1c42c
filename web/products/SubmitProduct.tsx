import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ProductRow } from '#contract/products.ts'
import { whyNot } from '#domain/moves.ts'
import { productMoves } from '#domain/product.ts'
import { problemOf } from '#web/app/problem.ts'
import { rpc } from '#web/app/rpc.ts'
import { t } from '#web/messages/messages.ts'
import { useActor } from '#web/products/use-actor.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toasts.ts'

/** Sends a draft or rejected product to review; one that is not complete yet opens with what it lacks. */
export function SubmitProduct({ product }: { product: ProductRow }) {
  const actor = useActor()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const submit = useMutation(
    rpc.products.submit.mutationOptions({
      onSuccess: () => toast(t('products.submitted', { title: product.title })),
      onError: (error) => {
        const { code, message } = problemOf(error)
        toast(message, 'bad')
        if (code === 'incomplete-product')
          void navigate({ to: '/seller/products/edit/$id', params: { id: product.id }, search: { check: 'yes' } })
      },
      onSettled: () => queries.invalidateQueries({ queryKey: rpc.products.key() }),
    }),
  )
  if (product.unfinished || whyNot(actor, productMoves.submit, product)) return null
  return (
    <Button busy={submit.isPending} onClick={() => submit.mutate({ id: product.id })}>
      {t('products.actions.submit')}
    </Button>
  )
}
