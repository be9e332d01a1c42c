import type { Sql } from 'postgres'

/** The floor's own tables: the same rows as Backstall's, with only what its statements need. */
export async function makeFloorSchema(sql: Sql): Promise<void> {
  await sql.unsafe(`
    create table users (id text primary key, name text not null, role text not null);
    create table sessions (token text primary key, user_id text not null references users(id), expires_at timestamptz not null);
    create table products (
      id text primary key, seller_id text not null, title text not null, description text not null, price bigint, category text, sku text,
      stock int, tags text[] not null default '{}', attributes jsonb not null default '[]', images jsonb not null default '[]',
      status text not null, version int not null default 1, rejection_reason text,
      created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
      status_updated_at timestamptz(3) not null default now(), submitted_at timestamptz(3));
    create index on products (status, created_at desc, id desc);
    create index on products (seller_id, created_at desc, id desc);
    create table events (id bigint generated always as identity primary key, kind text not null, item_id text not null, owner_id text,
      actor_id text, created_at timestamptz not null default now());
    create index on events (item_id, id);
    create table notifications (id bigint generated always as identity primary key, user_id text not null, product_id text, message text not null,
      is_read boolean not null default false, created_at timestamptz not null default now());
    create index on notifications (user_id, created_at desc);
    create table chats (id text primary key, buyer_id text not null unique, last_number int not null default 0, last_message text, last_at timestamptz);
    create table messages (chat_id text not null references chats(id), number int not null, sender_id text not null, text text not null,
      created_at timestamptz not null default now(), primary key (chat_id, number));
  `)
}
