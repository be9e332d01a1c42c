-- What cancelled lines took out of gross sales, and was refunded, too, was taken out of net twice. Past days stay as they were told: the correction is of today.
INSERT INTO sales_entries (at, kind, order_id, amount)
  SELECT now(), 'refund', order_id, -least(refunded, cancelled) FROM (
    SELECT order_id, coalesce(sum(amount) FILTER (WHERE kind = 'refund'), 0) AS refunded, -coalesce(sum(amount) FILTER (WHERE kind = 'cancelled-line'), 0) AS cancelled
    FROM sales_entries WHERE kind IN ('refund', 'cancelled-line') GROUP BY order_id
  ) o WHERE least(refunded, cancelled) > 0;
