import { asSeller, forAdmins, os } from '#server/platform/http/os.ts'
import { countSignUps } from '#server/sales/count-sign-ups.ts'
import { findFigures, findOwnFigures, findToday } from '#server/sales/find-figures.ts'
import { findModeration } from '#server/sales/find-moderation.ts'
import { listOwnSalesRows, listSalesRows } from '#server/sales/list-sales-rows.ts'
import { listOwnTop, listTop } from '#server/sales/list-top.ts'

export const sales = os.sales.router({
  figures: os.sales.figures.handler(forAdmins(findFigures)),
  top: os.sales.top.handler(forAdmins(async (app, input) => ({ rows: await listTop(app, input) }))),
  rows: os.sales.rows.handler(forAdmins(listSalesRows)),
  moderation: os.sales.moderation.handler(forAdmins(findModeration)),
  signUps: os.sales.signUps.handler(forAdmins(countSignUps)),
  today: os.sales.today.handler(forAdmins(findToday)),
  own: os.sales.own.handler(asSeller(findOwnFigures)),
  ownRows: os.sales.ownRows.handler(asSeller(listOwnSalesRows)),
  ownTop: os.sales.ownTop.handler(asSeller(async (app, actor, input) => ({ rows: await listOwnTop(app, actor, input) }))),
})
