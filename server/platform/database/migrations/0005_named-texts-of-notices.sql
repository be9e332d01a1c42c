ALTER TABLE "notifications" ALTER COLUMN "message" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "text" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "text_values" jsonb;--> statement-breakpoint
-- Sentences that name and values give again, word for word, get them. All others stay as they are: what people wrote, and former wordings.
UPDATE notifications n SET message = '', text = named.text,
  status = CASE WHEN named.text = 'product.archive' AND n.status = 'rejected' THEN 'archived' ELSE n.status END,
  text_values = jsonb_build_object('title', nullif((regexp_match(n.message, named.pattern))[1], '')) || named.more
FROM events e, (VALUES
  ('product.submit', 'product.submit', '^(?:“(.+)”|A product) is waiting for review\.$', '{}'::jsonb),
  ('product.approve', 'product.approve', '^(?:“(.+)”|A product) was approved\.$', '{}'),
  ('product.reject', 'product.reject', '^(?:“(.+)”|A product) was rejected\.$', '{}'),
  ('product.reject', 'product.takeDown', '^(?:“(.+)”|A product) was taken down\.$', '{}'),
  ('product.archive', 'product.archive', '^(?:“(.+)”|A product) was archived by an administrator\.$', '{}'),
  ('product.restore', 'product.restore', '^(?:“(.+)”|A product) was restored by an administrator\.$', '{}'),
  ('product.restore', 'product.restoreToReview', '^(?:“(.+)”|A product) was restored by an administrator and is waiting for review\.$', '{}'),
  ('product.assign', 'product.assign', '^(?:“(.+)”|A product) was assigned to you by an administrator\.$', '{}'),
  ('product.assign', 'product.assignToOther', '^(?:“(.+)”|A product) was assigned to another seller by an administrator\.$', '{}'),
  ('product.assign', 'product.assignToOther',
    '^(?:“(.+)”|A product) was assigned to another seller by an administrator\. Your pending change was closed\.$', '{"dropped": true}'),
  ('product.delete', 'product.delete', '^(?:“(.+)”|A product) was deleted by an administrator\.$', '{}'),
  ('editRequest.create', 'editRequest.create', '^A change of (?:“(.+)”|A product) is waiting for review\.$', '{}'),
  ('editRequest.approve', 'editRequest.approve', '^Your change of (?:“(.+)”|A product) was approved\.$', '{}'),
  ('editRequest.approvePartly', 'editRequest.approvePartly', '^A part of your change of (?:“(.+)”|A product) was approved\.$', '{}'),
  ('editRequest.reject', 'editRequest.reject', '^Your change of (?:“(.+)”|A product) was rejected\.$', '{}'),
  ('user.suspend', 'user.suspend', '^()Your account was suspended\.$', '{}'),
  ('user.reactivate', 'user.reactivate', '^()Your account is active again\.$', '{}'),
  ('order.placed', 'order.placed', '^Order (.+) is waiting to be shipped\.$', '{}'),
  ('webhook.disable', 'webhook.disable', '^The webhook to (.+) was switched off: it answered that nothing more is wanted there\.$', '{}'),
  ('webhook.fail', 'webhook.fail', '^The webhook to (.+) has accepted nothing for a day\.$', '{}')
) AS named (kind, text, pattern, more)
WHERE e.id = n.event_id AND e.kind = named.kind AND n.message ~ named.pattern;
--> statement-breakpoint
UPDATE notifications n SET message = '', text = said.kind,
  text_values = jsonb_build_object('quantity', said.part[1]::integer, 'line', said.part[2], 'title', said.part[3])
FROM (
  SELECT c.id, e.kind, regexp_match(c.message, '^(\d{1,9}) × (.+) of order (.+) was cancelled\. Do not ship it\.$') AS part
  FROM notifications c JOIN events e ON e.id = c.event_id WHERE e.kind = 'order.cancelled'
) said
WHERE said.id = n.id AND said.part IS NOT NULL;
