/**
 * What the item of an event `e` was called in its event before: for those that carry no title, as older approvals do.
 * As text, for either way of writing statements.
 */
export const titleBefore = `(
  select named.title from events earlier join event_details named on named.event_id = earlier.id
  where earlier.item_id = e.item_id and earlier.id < e.id and named.title is not null order by earlier.id desc limit 1)`
