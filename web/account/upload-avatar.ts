import type { Account } from '#domain/account.ts'

type Refusal = { code?: string; error?: string }

/** Sends a picture of oneself. Throws the refusal with code, status and sentence. */
export async function uploadAvatar(file: File): Promise<Account> {
  const answer = await fetch(`/api/account/avatar?name=${encodeURIComponent(file.name)}`, {
    method: 'POST',
    body: file,
    credentials: 'same-origin',
  })
  const content: Account & Refusal = await answer.json().catch(() => ({}))
  if (answer.ok) return content
  throw Object.assign(new Error(content.error), { code: content.code, status: answer.status })
}
