import { limits } from '#domain/limits.ts'
import { isContentField } from '#domain/product-fields.ts'
import type { missingIn } from '#domain/product-rules.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import type { Problems } from '#web/products/form/product-form.ts'

/** Assigns a refusal's sentences to their fields; `rest` is a sentence for the whole form, or null. */
export function refusalOf(error: unknown): { problems: Problems; rest: string | null } {
  const problem = problemOf(error)
  const problems: Problems = {}
  for (const { field, message } of issuesOf(error)) {
    const name = field.replace(/^change\./, '')
    if (isFormField(name)) problems[name] ??= message
  }
  for (const field of missingOf(error)) problems[field] ??= t(`products.missing.${field}`, limits.product)
  const named = problem.field?.replace(/^change\./, '')
  if (named && isFormField(named)) problems[named] ??= problem.message
  return { problems, rest: Object.keys(problems).length === 0 ? problem.message : null }
}

const isFormField = (name: string) => isContentField(name.split('.')[0] ?? '')

type Missing = ReturnType<typeof missingIn>[number]
/** The fields that a product needs before review. */
export const missable: Record<Missing, true> = { title: true, description: true, price: true, category: true, stock: true, images: true }

/** The missing fields of an `incomplete-product` refusal. */
function missingOf(error: unknown): Missing[] {
  const missing = (error as { data?: { missing?: unknown } } | null)?.data?.missing
  return Array.isArray(missing)
    ? missing.filter((field): field is Missing => typeof field === 'string' && Object.hasOwn(missable, field))
    : []
}

type Issue = { field: string; message: string }

function issuesOf(error: unknown): Issue[] {
  const issues = (error as { data?: { issues?: unknown } } | null)?.data?.issues
  const isIssue = (issue: unknown): issue is Issue =>
    typeof issue === 'object' &&
    issue !== null &&
    'field' in issue &&
    typeof issue.field === 'string' &&
    'message' in issue &&
    typeof issue.message === 'string'
  return Array.isArray(issues) ? issues.filter(isIssue) : []
}
