import { creationKeyIn } from '#domain/creation-id.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import { refusalText } from '#server/platform/problem-texts.ts'
import { idFor } from '#server/products/create-product.ts'

/**
 * The product that pictures are for. `isAhead`: they may arrive before the product is created, under the id it will have. That id is made of
 * the actor and their key, so in this way a seller reaches no pictures of others.
 */
export function pictureTarget(actor: Actor, id: string): { productId: string; isAhead: boolean } {
  const key = creationKeyIn(id)
  if (key === null) return { productId: id, isAhead: false }
  if (!uuid.test(key)) throw new AppError('invalid-argument', { field: 'id', ...refusalText('product-not-found') })
  return { productId: idFor(actor, key), isAhead: true }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
