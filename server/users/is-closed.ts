import type { App } from '#server/app.ts'

/** Whether this person has closed the account, asked afresh to explain a refusal. */
export async function isClosed({ sql }: App, id: string): Promise<boolean> {
  return (await sql`select 1 from users where id = ${id} and status = 'closed'`).length > 0
}
