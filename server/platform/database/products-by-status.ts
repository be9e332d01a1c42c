/**
 * SQL: the products of a seller by status, without creations, as a query. The first part is read from an index alone; creations, which are few, are
 * taken away again.
 */
export const productsByStatus = (sellerId: string): string => `
  select status, sum(count)::int as count from (
    select status, count(*) from products where seller_id = ${sellerId} group by status
    union all select status, -count(*) from products where seller_id = ${sellerId} and unfinished group by status
  ) counted group by status having sum(count) > 0`
