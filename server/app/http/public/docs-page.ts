import type { OpenAPI } from '@orpc/openapi'
import { docsStyle } from '#server/app/http/public/docs-style.ts'
import { escaped } from '#server/platform/mail/in-html.ts'

type Schema = OpenAPI.SchemaObject & { $ref?: string }
type Operation = OpenAPI.OperationObject
type Call = { method: string; path: string; operation: Operation; id: string; tag: string }

/** Renders the Markdown our descriptions use: paragraphs, **strong**, *emphasis* and \`code\`. */
const inline = (text: string) =>
  escaped(text)
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\*([^*]+)\*/g, '<em>$1</em>')
    .replace(/`([^`]+)`/g, '<code>$1</code>')
const paragraphs = (text = '') =>
  text
    .split('\n\n')
    .map((part) => `<p>${inline(part)}</p>`)
    .join('\n')

const refName = ({ $ref = '' }: Schema) => $ref.split('/').at(-1) ?? ''

/** The type of a value in words; named types link to their section. */
function typeOf(schema: Schema): string {
  if (schema.$ref) return `<a href="#${refName(schema)}">${refName(schema)}</a>`
  const several = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if (several) return several.map(typeOf).join(' or ')
  if (schema.const !== undefined) return `<code>${escaped(JSON.stringify(schema.const))}</code>`
  if (schema.enum && schema.enum.length < 9) return schema.enum.map((value: unknown) => `<code>${escaped(String(value))}</code>`).join(', ')
  if (schema.type === 'array') return `array of ${typeOf((schema.items ?? {}) as Schema)}`
  const type = [schema.type].flat().join(' or ')
  return escaped(schema.format === 'date-time' ? 'date-time' : type || 'any')
}

function boundsOf({ minimum, maximum, maxLength, maxItems, default: usual }: Schema): string {
  return [
    minimum !== undefined && `at least ${minimum}`,
    maximum !== undefined && `at most ${maximum}`,
    maxItems !== undefined && `up to ${maxItems} items`,
    maxLength !== undefined && `up to ${maxLength} characters`,
    usual !== undefined && `default ${JSON.stringify(usual)}`,
  ]
    .filter((part) => part !== false)
    .join(', ')
}

function field(name: string, schema: Schema, isRequired: boolean, description = schema.description): string {
  const bounds = boundsOf(schema)
  const inner = fieldsOf(schema.type === 'array' ? ((schema.items ?? {}) as Schema) : schema)
  return `<li><b>${escaped(name)}</b> <span class="type">${typeOf(schema)}${bounds && `, ${escaped(bounds)}`}${isRequired ? '' : ', optional'}</span>
${description ? `<p class="about">${inline(description)}</p>` : ''}${inner}</li>`
}

/** The fields of an object, with those of nested objects below them. */
function fieldsOf(schema: Schema): string {
  const parts = [schema, ...((schema.anyOf ?? []) as Schema[])].filter(({ properties }) => properties)
  return parts
    .map(({ properties = {}, required = [] }) => {
      const rows = Object.entries(properties).map(([name, each]) => field(name, each as Schema, required.includes(name)))
      return `<ul class="fields">${rows.join('')}</ul>`
    })
    .join('')
}

const jsonOf = (content: unknown): Schema | undefined =>
  (content as Record<string, { schema?: Schema }> | undefined)?.['application/json']?.schema

function parametersOf({ parameters = [] }: Operation, named: Record<string, unknown>): string {
  const all = parameters.map((each) => ('$ref' in each ? named[refName(each as Schema)] : each) as OpenAPI.ParameterObject)
  if (all.length === 0) return ''
  const rows = all.map(({ name, schema, required = false, description, in: place }) =>
    field(
      place === 'header' ? `${name} (header)` : name,
      (schema ?? {}) as Schema,
      required,
      description ?? (schema as Schema).description,
    ),
  )
  return `<h4>Parameters</h4><ul class="fields">${rows.join('')}</ul>`
}

function statusesOf({ responses = {} }: Operation): string {
  const rows = Object.entries(responses).map(
    ([status, answer]) => `<dt>${status}</dt><dd>${inline((answer as { description?: string }).description ?? '')}</dd>`,
  )
  return `<h4>Responses</h4><dl class="statuses">${rows.join('')}</dl>`
}

function callOf({ method, path, operation, id }: Call, document: OpenAPI.Document): string {
  const content = (operation.requestBody as OpenAPI.RequestBodyObject | undefined)?.content
  const body = jsonOf(content)
  const example = JSON.stringify(content?.['application/json']?.example, null, 2)
  const [, done] = Object.entries(operation.responses ?? {}).find(([status]) => status.startsWith('2')) ?? []
  const answer = jsonOf((done as { content?: unknown } | undefined)?.content)
  const address = `${document.servers?.[0]?.url ?? ''}${path}`
  const curl = [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}${address}`,
    `-H "Authorization: Bearer $API_KEY"`,
    ...(method === 'get'
      ? []
      : ['-H "Idempotency-Key: $(uuidgen)"', ...(body ? [`-H "Content-Type: application/json" -d '${example}'`] : [])]),
  ].join(' \\\n  ')
  return `<section class="call" id="${id}"><h3>${escaped(operation.summary ?? '')}</h3>
<p class="where"><span class="method ${method}">${method.toUpperCase()}</span> ${escaped(path)}</p>
${paragraphs(operation.description)}
<pre>${escaped(curl)}</pre>
${parametersOf(operation, document.components?.parameters ?? {})}
${body ? `<h4>Request body</h4>${body.$ref ? `<p>${typeOf(body)}</p>` : fieldsOf(body)}` : ''}
${statusesOf(operation)}
${answer ? `<h4>Response body</h4>${answer.$ref ? `<p>${typeOf(answer)}</p>` : fieldsOf(answer)}` : ''}</section>`
}

function callsOf({ paths = {} }: OpenAPI.Document): Call[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item ?? {}).map(([method, each]) => {
      const operation = each as Operation
      return { method, path, operation, id: operation.operationId ?? path, tag: operation.tags?.[0] ?? '' }
    }),
  )
}

/** A page that documents the public API for people, in one piece: it loads nothing and runs no script. */
export function docsPage(document: OpenAPI.Document, nonce: string): string {
  const { title, version, description } = document.info
  const byTag = [...Map.groupBy(callsOf(document), ({ tag }) => tag)]
  const schemas = Object.entries((document.components?.schemas ?? {}) as Record<string, Schema>)
  const links = byTag.map(
    ([tag, calls]) =>
      `<p>${escaped(tag)}</p><ul>${calls.map(({ id, operation }) => `<li><a href="#${id}">${escaped(operation.summary ?? id)}</a></li>`).join('')}</ul>`,
  )
  const schemaLinks = `<p>Schemas</p><ul>${schemas.map(([name]) => `<li><a href="#${name}">${name}</a></li>`).join('')}</ul>`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title>
<link rel="icon" href="/favicon.svg"><style nonce="${nonce}">${docsStyle}</style></head>
<body><div class="page"><nav aria-label="Contents">${links.join('')}${schemaLinks}</nav><main>
<h1>${escaped(title)}</h1><p class="lead">Version ${escaped(version)} · <a href="/api/v1/openapi.json">OpenAPI 3.1 document</a></p>
${paragraphs(description)}
${byTag.map(([tag, calls]) => `<h2>${escaped(tag)}</h2>${calls.map((call) => callOf(call, document)).join('\n')}`).join('\n')}
<h2>Schemas</h2>
${schemas.map(([name, schema]) => `<section class="call" id="${name}"><h3>${name}</h3>${schema.description ? paragraphs(schema.description) : ''}${fieldsOf(schema)}</section>`).join('\n')}
</main></div></body></html>
`
}
