import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forgetChat } from '#server/chats/forget-chat.ts'
import { mailUnread } from '#server/chats/mail-unread.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const { app, caller, admin, person } = await openTestApp()

async function chatWith(name: string, text: string) {
  const sela = await person(name)
  const { id } = await caller(sela).chats.open({})
  await caller(sela).chats.send({ id, clientId: newId(), text })
  return { sela, id }
}
const notices = (part: string) => app.sql`select message from notifications where message like ${`%${part}%`}`
const mails = (part: string) => app.sql`select id from outgoing_mails where content::text like ${`%${part}%`}`

test('messages of a closed account disappear from notifications and unsent mails of admins; those of others stay', async () => {
  // Mails wait here, because the content of a sent mail is blanked in any case.
  await app.sql.unsafe(`create function wait_a_day() returns trigger language plpgsql as $$ begin new.due_at := now() + interval '1 day'; return new; end $$;
    create trigger wait_a_day before insert on outgoing_mails for each row execute function wait_a_day()`)
  const { sela, id } = await chatWith('Klara', 'I live in Elm Street 7')
  await chatWith('Karl', 'I live in Oak Street 8')
  await expect.poll(async () => [...(await notices('Elm Street')), ...(await notices('Oak Street'))].length).toBe(2)
  await app.sql`update chat_messages set created_at = created_at - interval '1 hour'`
  await app.sql`update chats set admin_mail_due_at = now() - interval '1 hour' where admin_mail_due_at is not null`
  await mailUnread(app)
  expect([(await mails('Elm Street')).length, (await mails('Oak Street')).length]).toEqual([1, 1])
  await app.db.transaction((tx) => forgetChat(tx, sela.id, 'Closed account'))
  expect(await notices('Elm Street')).toEqual([])
  expect(await mails('Elm Street')).toEqual([])
  expect([(await mails('Oak Street')).length, (await notices('Oak Street')).length]).toEqual([1, 1])
  expect((await caller(admin).chats.messages({ id })).rows).toMatchObject([{ number: 1, text: '', erased: true }])
})

for (const end of ['closed', 'suspended'] as const) {
  test(`a message is refused if its author is ${end} while it waits`, async () => {
    const { sela, id } = await chatWith(`Late ${end}`, 'Before')
    let sending: Promise<unknown> = Promise.resolve()
    await app.db.transaction(async (tx) => {
      await tx.execute(sql`update users set status = ${end} where id = ${sela.id}`)
      if (end === 'closed') await forgetChat(tx, sela.id, 'Closed account')
      sending = caller(sela)
        .chats.send({ id, clientId: newId(), text: 'My secret street' })
        .then(() => 'sent')
        .catch(({ code }: { code: string }) => code)
      // Asked in the locking transaction: on another connection, the question could wait behind the message.
      const waiting = sql`select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`
      await expect.poll(async () => (await tx.execute(waiting)).length).toBe(1)
    })
    expect(await sending).toBe(`account-${end}`)
    expect(await app.sql`select text from chat_texts where chat_id = ${id} and text like '%secret%'`).toEqual([])
    expect(await caller(admin).chats.get({ id })).toMatchObject({ lastNumber: 1, status: end === 'closed' ? 'solved' : 'open' })
  })
}
