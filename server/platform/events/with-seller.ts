/**
 * In a statement on events `e` with their details `d`: one side of what an event tells, with the present name of the seller it names. The name is
 * not kept with the event, as it goes when the account is closed.
 */
export const withSeller = (side: 'before' | 'after'): string => `case when e.kind = 'product.assign' and d.${side} is not null
  then d.${side} || jsonb_build_object('seller', (select s.name from users s where s.id = d.${side} ->> 'seller_id')) else d.${side} end as ${side}`
