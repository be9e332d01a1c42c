import { actorOf, os } from '#server/platform/http/os.ts'
import { countSignUps } from '#server/sales/count-sign-ups.ts'
import { findFigures, findOwnFigures, findToday } from '#server/sales/find-figures.ts'
import { findModeration } from '#server/sales/find-moderation.ts'
import { listOwnSalesRows, listSalesRows } from '#server/sales/list-sales-rows.ts'
import { listOwnTop, listTop } from '#server/sales/list-top.ts'

export const sales = os.sales.router({
  figures: os.sales.figures.handler(({ context, input }) => {
    actorOf(context, 'admin')
    return findFigures(context.app, input)
  }),
  top: os.sales.top.handler(async ({ context, input }) => {
    actorOf(context, 'admin')
    return { rows: await listTop(context.app, input) }
  }),
  rows: os.sales.rows.handler(({ context, input }) => {
    actorOf(context, 'admin')
    return listSalesRows(context.app, input)
  }),
  moderation: os.sales.moderation.handler(({ context, input }) => {
    actorOf(context, 'admin')
    return findModeration(context.app, input)
  }),
  signUps: os.sales.signUps.handler(({ context }) => {
    actorOf(context, 'admin')
    return countSignUps(context.app)
  }),
  today: os.sales.today.handler(({ context }) => {
    actorOf(context, 'admin')
    return findToday(context.app)
  }),
  own: os.sales.own.handler(({ context, input }) => findOwnFigures(context.app, actorOf(context, 'seller'), input)),
  ownRows: os.sales.ownRows.handler(({ context, input }) => listOwnSalesRows(context.app, actorOf(context, 'seller'), input)),
  ownTop: os.sales.ownTop.handler(async ({ context, input }) => ({
    rows: await listOwnTop(context.app, actorOf(context, 'seller'), input),
  })),
})
