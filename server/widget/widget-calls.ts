import type { ContractProcedure } from '@orpc/contract'
import type { z } from 'zod'
import type { WidgetConfig, widgetContract } from '#contract/widget.ts'
import { nextOpening } from '#domain/business-hours.ts'
import { AppError } from '#domain/errors.ts'
import type { Buyer } from '#domain/widget.ts'
import { findChatOf, listMessages } from '#server/chats/read-chat.ts'
import { sendChatMessage } from '#server/chats/send-message.ts'
import { listTypists, sayTyping } from '#server/chats/typists.ts'
import { markChatDelivered, markChatRead } from '#server/chats/unread.ts'
import type { App } from '#server/platform/app.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { assertWithinLimit } from '#server/platform/rate-limits/attempts.ts'
import { chatIdOf, ensureChat, findBuyersChat, messageFor, rateChat } from '#server/widget/buyers-chat.ts'
import { newVisitorToken } from '#server/widget/find-buyer.ts'

/** What a call gets: the buyer of its token, and the network it comes from. */
export type WidgetContext = { app: App; buyer: Buyer | null; network: string }

/** The input of a call once it is checked, and its answer. */
type Call<Procedure> =
  Procedure extends ContractProcedure<infer Input, infer Output, infer _Errors, infer _Meta>
    ? (
        context: WidgetContext,
        input: Input extends z.ZodType ? z.output<Input> : undefined,
      ) => Promise<Output extends z.ZodType ? z.output<Output> : never>
    : never

function configOf({ settings }: App): WidgetConfig {
  const { marketplaceName, logo, privacyUrl, timeZone } = settings.public()
  const { businessHours, holidays, replyTime, widgetMode } = settings.current()
  const { open, next } = nextOpening({ businessHours, holidays }, timeZone, new Date())
  const hours = businessHours.length === 0 ? null : { open, next: next?.toISOString() ?? null }
  return { marketplaceName, logo, privacyUrl, replyTime, hours, anonymous: widgetMode === 'everyone' }
}

async function start(app: App, network: string): Promise<{ token: string }> {
  if (app.settings.current().widgetMode !== 'everyone') throw new AppError('verified-only')
  const { visitorsPerAddress: max, hourMs: windowMs } = limits.widget
  await assertWithinLimit(app, [{ of: ['visitor', network], max, windowMs }])
  return { token: newVisitorToken(app) }
}

type Range = { before?: number | undefined; after?: number | undefined; limit: number }

/** A page of the buyer's messages; what is read here has arrived on a device of theirs. */
async function readMessages(app: App, buyer: Buyer, range: Range) {
  const chat = await findChatOf(app, buyer, buyer.id)
  if (chat === null) return { rows: [], lastNumber: 0 }
  const { rows, lastNumber } = await listMessages(app, buyer, { id: chat.id, ...range })
  const number = rows.at(-1)?.number ?? 0
  if (number > chat.buyerDeliveredTo) await markChatDelivered(app, buyer, { id: chat.id, number })
  return { rows: rows.map((message) => messageFor(app, buyer, message)), lastNumber }
}

type Writing = { rows: { name: string }[] }
const namesIn = ({ rows }: Writing) => ({ names: rows.map(({ name }) => name) })

/** A chat that does not exist yet has no one who writes in it. */
async function writing(app: App, buyer: Buyer, ask: (id: string) => Promise<Writing>): Promise<{ names: string[] }> {
  const id = await chatIdOf(app, buyer)
  return id === null ? { names: [] } : namesIn(await ask(id))
}

/** A call about the chat of the buyer in the token. Routes let no request without one through. */
const forBuyers =
  <Input, Answer>(make: (app: App, buyer: Buyer, input: Input) => Promise<Answer>) =>
  async ({ app, buyer }: WidgetContext, input: Input): Promise<Answer> => {
    if (!buyer) throw new AppError('no-buyer-token')
    return make(app, buyer, input)
  }

/** Every call of the widget; inputs are checked against the contract before. */
export const widgetCalls: { [Name in keyof typeof widgetContract]: Call<(typeof widgetContract)[Name]> } = {
  config: async ({ app }) => configOf(app),
  start: ({ app, network }) => start(app, network),
  open: forBuyers(async (app, buyer) => {
    const { rows } = await readMessages(app, buyer, { limit: limits.chat.pageMax })
    return { chat: await findBuyersChat(app, buyer), rows }
  }),
  chat: forBuyers(findBuyersChat),
  messages: forBuyers(readMessages),
  send: forBuyers(async (app, buyer, message) => {
    const id = await ensureChat(app, buyer)
    return messageFor(app, buyer, await sendChatMessage(app, buyer, { id, ...message }))
  }),
  markRead: forBuyers(async (app, buyer, { number }) => {
    const id = await chatIdOf(app, buyer)
    if (id !== null) await markChatRead(app, buyer, { id, number })
    return findBuyersChat(app, buyer)
  }),
  typists: forBuyers((app, buyer) => writing(app, buyer, (id) => listTypists(app, buyer, id))),
  sayTyping: forBuyers((app, buyer, { typing }) => writing(app, buyer, (id) => sayTyping(app, buyer, { id, typing }))),
  rate: forBuyers(rateChat),
}
