import { type OpenAPI, OpenAPIGenerator } from '@orpc/openapi'
import { traverseContractProcedures } from '@orpc/server'
import { JSON_SCHEMA_INPUT_REGISTRY, ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { globalRegistry } from 'zod'
import { publicContract } from '#contract/public/contract.ts'
import { Removed, StorefrontProduct } from '#contract/public/products.ts'
import { PageSize, type PublicMeta } from '#contract/public/route.ts'
import { StorefrontSeller } from '#contract/public/sellers.ts'
import { answerCodes } from '#domain/errors.ts'
import { NewOrder, Order, OrderRow } from '#domain/order.ts'
import { limits } from '#server/platform/limits/limits.ts'

type Operation = OpenAPI.OperationObject
const { perKey } = limits.api
const { size, sizeMax } = limits.page

// In an address a number is text, but a reader of the description needs to know that it is a number.
JSON_SCHEMA_INPUT_REGISTRY.add(PageSize, { type: 'integer', minimum: 1, maximum: sizeMax })

/** A text is described with the limit that its length is measured by, not the rough one of its first check. */
const converter = new ZodToJsonSchemaConverter({
  interceptors: [
    ({ schema, next }) => {
      const [required, described] = next()
      const maxLength = globalRegistry.get(schema)?.maxLength as number | undefined
      return [required, typeof described === 'object' && maxLength !== undefined ? { ...described, maxLength } : described]
    },
  ],
})
const generator = new OpenAPIGenerator({ schemaConverters: [converter] })

const about = `What a storefront needs: what is on sale, who sells it, and orders.

**Keys.** Every call carries an API key in the header \`Authorization: Bearer bsk_…\`. An administrator makes keys in the settings and says what each may do. A revoked key is refused at once.

**Limits.** ${perKey} calls per minute and key. Every answer says what is left: \`RateLimit-Limit\`, \`RateLimit-Remaining\`, \`RateLimit-Reset\` (seconds). Beyond that calls are answered with 429 and \`Retry-After\`.

**Pages.** Lists are answered in pages of ${size} rows, or \`limit\` up to ${sizeMax}. \`next\` is the \`cursor\` of the next page; null at the end.

**Writes are made once.** Every write carries a header \`Idempotency-Key\` with a name that you choose, such as a UUID. Sent again under the same name within 24 hours, also at the same moment or after a crash, it has no second effect and is given the same answer, with the header \`Idempotency-Replayed: true\`. The same name with other content is refused with 422. A refused write leaves nothing behind: its name may be used again.

**Amounts** are whole numbers of minor units of the marketplace's currency, such as cents. **Moments** are ISO 8601 in UTC.

**Refusals** have one shape: a sentence, a code that never changes, and the field it is about or null.

**Webhooks** tell of the same things as they happen. Their messages come in order for each product, seller and order alone: one about a product may arrive after a later one about its seller, such as a suspension. What these calls answer is what is so now.`

/** The refusals that many calls share: status → description. */
const refusals = (isWrite: boolean, hasId: boolean): Record<string, string> => ({
  400: 'Something in the request is not valid.',
  401: 'The API key is missing, unknown or revoked.',
  403: 'The API key lacks the scope.',
  ...(hasId && { 404: 'There is no such thing.' }),
  ...(isWrite && {
    409: 'What is there does not allow it.',
    410: 'It was done before under this Idempotency-Key, and the answer was erased since.',
    415: 'The content is not JSON.',
    422: 'The content cannot be accepted, or the Idempotency-Key was used for something else.',
  }),
  429: 'Too many calls; `Retry-After` says when to come back.',
})

const named: Record<string, OpenAPI.ParameterObject> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description: 'A name of your choice; sent again under it, the write is made once and answered alike.',
    schema: { type: 'string', minLength: 1, maxLength: limits.api.idempotencyKeyMax },
  },
}

const refusal: OpenAPI.SchemaObject = {
  type: 'object',
  required: ['error', 'code', 'field'],
  properties: {
    error: { type: 'string', description: 'A sentence for people.' },
    code: { type: 'string', enum: answerCodes, description: 'For programs.' },
    field: { type: ['string', 'null'], description: 'What it is about, such as `lines.0.quantity`.' },
  },
}

/** Adds what the generator cannot know: the key, the idempotency key and an example of writes, and refusals. */
function complete(operation: Operation, method: string, path: string, { scope, example }: PublicMeta): void {
  const isWrite = method !== 'get'
  operation.security = [{ apiKey: [scope] }]
  operation.description = `${operation.description ?? ''}\n\nNeeds the scope \`${scope}\`.`.trim()
  if (isWrite) operation.parameters = [...(operation.parameters ?? []), { $ref: '#/components/parameters/IdempotencyKey' }]
  const content = (operation.requestBody as OpenAPI.RequestBodyObject | undefined)?.content['application/json']
  if (content && example) content.example = example
  for (const [status, description] of Object.entries(refusals(isWrite, path.includes('{')))) {
    operation.responses = {
      ...operation.responses,
      [status]: { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } },
    }
  }
}

/**
 * Removes what the generator adds and no reader needs: the bounds of every whole number in JSON, and the notation of numbers in an address.
 */
function tidy(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  const part = value as Record<string, unknown>
  if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum
  if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum
  if (part.type === 'integer') delete part.pattern
  delete part.allowEmptyValue
  delete part.allowReserved
  for (const each of Object.values(part)) tidy(each)
}

/** The public API as OpenAPI 3.1, generated from the contract that answers it (product §8). */
export async function describePublicApi(address: string): Promise<OpenAPI.Document> {
  const document = await generator.generate(publicContract, {
    info: { title: 'Backstall API', version: '1', description: about },
    servers: [{ url: address }],
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of the marketplace: `bsk_…`.' } },
      parameters: named,
    },
    commonSchemas: {
      Product: { schema: StorefrontProduct, strategy: 'output' },
      Removed: { schema: Removed, strategy: 'output' },
      Order: { schema: Order, strategy: 'output' },
      OrderRow: { schema: OrderRow, strategy: 'output' },
      NewOrder: { schema: NewOrder, strategy: 'input' },
      Seller: { schema: StorefrontSeller, strategy: 'output' },
    },
  })
  tidy(document)
  document.components = { ...document.components, schemas: { ...document.components?.schemas, Refusal: refusal } }
  traverseContractProcedures({ router: publicContract, path: [] }, ({ contract }) => {
    const { route, meta } = contract['~orpc']
    const method = (route.method ?? 'POST').toLowerCase() as 'get' | 'post'
    const operation = document.paths?.[route.path ?? '']?.[method]
    if (operation) complete(operation, method, route.path ?? '', meta as PublicMeta)
  })
  return document
}
