import { type OpenAPI, OpenAPIGenerator } from '@orpc/openapi'
import { traverseContractProcedures } from '@orpc/server'
import { JSON_SCHEMA_INPUT_REGISTRY, ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { globalRegistry } from 'zod'
import { publicContract } from '#contract/public/contract.ts'
import { Removed, StorefrontProduct } from '#contract/public/products.ts'
import { PageSize, type PublicMeta } from '#contract/public/route.ts'
import { StorefrontSeller } from '#contract/public/sellers.ts'
import { answerCodes } from '#domain/errors.ts'
import { NewOrder, OrderRow, PublicOrder } from '#domain/order.ts'
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

const about = `The API for storefronts: products on sale, their sellers, and orders.

**Authentication.** Send an API key with every request, in the header \`Authorization: Bearer bsk_…\`. Administrators create keys under *Settings → API keys* and choose their scopes. A revoked key stops working at once.

**Rate limits.** Each key may send ${perKey} requests per minute. Every response says what is left in the headers \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` (seconds). Further requests get status 429 with \`Retry-After\`.

**Pagination.** Lists return ${size} rows per page; \`limit\` changes that, up to ${sizeMax}. To get the next page, send \`next\` as \`cursor\`. On the last page \`next\` is null.

**Idempotency.** Every POST request needs the header \`Idempotency-Key\` with a unique value, such as a UUID. If you send a request again with the same key within 24 hours, it has no second effect and returns the first response, with the header \`Idempotency-Replayed: true\`. The same key with a different body gets status 422. A key whose request was refused can be used again.

**Amounts** are integers in the minor unit of the marketplace's currency, such as cents. **Dates with a time** are ISO 8601 in UTC.

**Errors** have a message for people (\`error\`), a code for programs that never changes (\`code\`), and the field they are about, or null (\`field\`).

**Webhooks** report changes as they happen. Their order is kept for each product, seller and order, but not between them: an event about a product may arrive after a later one about its seller. These calls always return the current state.`

/** The refusals that many calls share: status → description. */
const refusals = (isWrite: boolean, hasId: boolean): Record<string, string> => ({
  400: 'The request is not valid.',
  401: 'The API key is missing, unknown or revoked.',
  403: 'The API key does not have the scope.',
  ...(hasId && { 404: 'Not found.' }),
  ...(isWrite && {
    409: 'The current state does not allow it.',
    410: 'A request with this Idempotency-Key took effect before; its response has been erased since.',
    415: 'The body is not JSON.',
    422: 'The body cannot be accepted, or the Idempotency-Key belongs to a different request.',
  }),
  429: 'Too many requests. `Retry-After` says after how many seconds to try again.',
})

const named: Record<string, OpenAPI.ParameterObject> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description: 'A unique value of your choice. A request sent again with it takes effect once and returns the first response.',
    schema: { type: 'string', minLength: 1, maxLength: limits.api.idempotencyKeyMax },
  },
}

const refusal: OpenAPI.SchemaObject = {
  type: 'object',
  required: ['error', 'code', 'field'],
  properties: {
    error: { type: 'string', description: 'A message for people.' },
    code: { type: 'string', enum: answerCodes, description: 'A code for programs.' },
    field: { type: ['string', 'null'], description: 'The field it is about, such as `lines.0.quantity`.' },
  },
}

/** Adds what the generator cannot know: the key, the idempotency key and an example of writes, and refusals. */
function complete(operation: Operation, method: string, path: string, { scope, example }: PublicMeta): void {
  const isWrite = method !== 'get'
  operation.security = [{ apiKey: [scope] }]
  operation.description = `${operation.description ?? ''}\n\nRequires the scope \`${scope}\`.`.trim()
  if (isWrite) operation.parameters = [...(operation.parameters ?? []), { $ref: '#/components/parameters/IdempotencyKey' }]
  const content = (operation.requestBody as OpenAPI.RequestBodyObject | undefined)?.content['application/json']
  if (content && example) content.example = example
  for (const [status, description] of Object.entries(refusals(isWrite, path.includes('{')))) {
    operation.responses = {
      ...operation.responses,
      [status]: { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
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
      Order: { schema: PublicOrder, strategy: 'output' },
      OrderRow: { schema: OrderRow, strategy: 'output' },
      NewOrder: { schema: NewOrder, strategy: 'input' },
      Seller: { schema: StorefrontSeller, strategy: 'output' },
    },
  })
  tidy(document)
  document.components = { ...document.components, schemas: { ...document.components?.schemas, Error: refusal } }
  traverseContractProcedures({ router: publicContract, path: [] }, ({ contract }) => {
    const { route, meta } = contract['~orpc']
    const method = (route.method ?? 'POST').toLowerCase() as 'get' | 'post'
    const operation = document.paths?.[route.path ?? '']?.[method]
    if (operation) complete(operation, method, route.path ?? '', meta as PublicMeta)
  })
  return document
}
