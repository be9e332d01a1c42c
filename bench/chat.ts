import { randomUUID } from 'node:crypto'
import { call, callBytes } from './backstall.ts'
import type { ChatAnswer, ChatJob, Room } from './chat-worker.ts'
import { consumersDone } from './consumers-done.ts'
import type { Measured } from './figures.ts'
import { type LoadGenerator, requestBytes } from './load.ts'
import { signedIn } from './people.ts'
import { interleave, middle, ratio } from './rounds.ts'
import { idOf } from './seed.ts'
import { floorToken, type Stage } from './stage.ts'
import { openThread } from './thread.ts'
import type { Effort } from './throughput.ts'

const rooms = 10
const listeners = 10
const words = 'Good morning! Is the brass lamp still to be had, and would you send it to Vienna? '
const asFloor = { authorization: floorToken }
const numbers = Array.from({ length: rooms }, (_, n) => n)

/** Ten rooms with one writer and ten listeners: messages per second that reached all ten, and how long the last listener waits for one. */
export async function measureChat(stage: Stage, _load: LoadGenerator, { rounds, writes }: Effort): Promise<Measured[]> {
  const { floor, backstall, sql } = stage
  const each = Array.from({ length: Math.ceil(writes / rooms) }, (_, at) => at)
  await using chats = openThread<ChatJob, ChatAnswer>('./chat-worker.ts')
  const cookies = await signedIn(
    stage,
    numbers.map((n) => idOf('seller', n + 1)),
  )
  const ids = await Promise.all(cookies.map(async (cookie) => (await call<{ id: string }>(backstall.port, cookie, 'chats/open', {})).id))
  await sql.floor`insert into chats (id, buyer_id) select 'room-' || n, 'seller-' || n from generate_series(0, ${rooms - 1}) n`
  const host = `127.0.0.1:${backstall.port}`
  const roomOf = (n: number): Room => ({
    streams: Array.from({ length: listeners }, () => requestBytes('GET', '/api/live', { host, cookie: cookies[n] ?? '' })),
    requests: each.map((at) =>
      callBytes(backstall.port, cookies[n] ?? '', 'chats/send', { id: ids[n], clientId: randomUUID(), text: `${words}<m${n}-${at}>` }),
    ),
  })
  const bare = (n: number): Room => ({
    streams: Array.from({ length: listeners }, () => requestBytes('GET', `/api/live/room-${n}`, asFloor)),
    requests: each.map((at) => requestBytes('POST', '/say', asFloor, { id: `room-${n}`, text: `${words}<m${n}-${at}>` })),
  })
  const done = await interleave(rounds, {
    floor: () => chats.run({ port: floor.port, rooms: numbers.map(bare), until: 'event: hello' }),
    backstall: async () => {
      const answer = await chats.run({ port: backstall.port, rooms: numbers.map(roomOf), until: 'event: beat' })
      await consumersDone(sql.backstall)
      return answer
    },
  })
  const p99: Measured = { name: 'chat-p99', value: middle(done, 'backstall', 'p99'), about: '', rounds: [] }
  return [ratio('chat', done, 'backstall', 'floor', 'perSecond'), p99]
}
