/**
 * SQL: the title of an event's item as of its previous event, for events `e` without a title, such as older approvals. A string, so that
 * both kinds of statements can use it.
 */
export const titleBefore = `(
  select named.title from events earlier join event_details named on named.event_id = earlier.id
  where earlier.item_id = e.item_id and earlier.id < e.id and named.title is not null order by earlier.id desc limit 1)`
