/**
 * SQL for events `e` with their details `d`: one side of the change, with the present name of the seller in it. The name is not stored with
 * the event, because it is erased when the account is closed.
 */
export const withSeller = (side: 'before' | 'after'): string => `case when e.kind = 'product.assign' and d.${side} is not null
  then d.${side} || jsonb_build_object('seller', (select s.name from users s where s.id = d.${side} ->> 'seller_id')) else d.${side} end as ${side}`
