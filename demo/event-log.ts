import type { EventKind } from '#domain/event-kinds.ts'
import type { RejectionCode } from '#domain/rejection.ts'
import type { NewEvent } from '#server/platform/events/record.ts'
import type { Random } from './random.ts'

/** An event with its time; its id is assigned at the end, in the order of the times. */
export type LoggedEvent = Omit<NewEvent, 'code'> & { at: number; id: number; code?: RejectionCode | null; number?: number }

/** All events of the marketplace; its nouns record them in any order. */
export type EventLog = {
  /** The present; later times are replaced by it. */
  now: number
  record: (at: number, kind: EventKind, event: Omit<NewEvent, 'kind'> & { number?: number }) => LoggedEvent
  /** All events sorted by time, numbered from the given id. */
  ordered: (first: number) => LoggedEvent[]
}

export function openEventLog(now: number): EventLog {
  const logged: LoggedEvent[] = []
  return {
    now,
    record: (at, kind, event) => {
      const one: LoggedEvent = { ...event, at: Math.min(Math.floor(at), now), kind, id: 0 }
      logged.push(one)
      return one
    },
    ordered: (first) => {
      const sorted = logged.toSorted((one, other) => one.at - other.at)
      for (const [place, one] of sorted.entries()) one.id = first + place
      return sorted
    },
  }
}

/** An id as the server makes them (new-id.ts), for a time in the past and the same every time. */
export function idAt(at: number, { int }: Random): string {
  const hex = (value: number, length: number) => value.toString(16).padStart(length, '0')
  const time = hex(Math.floor(at), 12)
  const tail = hex(int(0, 0xffffff), 6) + hex(int(0, 0xffffff), 6)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(int(0, 0xfff), 3)}-${hex(0x8000 + int(0, 0x3fff), 4)}-${tail}`
}
