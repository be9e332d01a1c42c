import { z } from 'zod'
import { ChatMessage } from '#domain/chat.ts'
import { eventKinds, hintKinds, historyTypes } from '#domain/event-kinds.ts'
import { limits } from '#domain/limits.ts'
import { Person } from '#domain/person.ts'
import { say } from '#domain/shape-texts.ts'
import { Id, Moment } from '#domain/text.ts'

export const EventKind = z.enum(eventKinds)
export const HistoryType = z.enum(historyTypes)

/** The hint of a chat message carries its number and, for people who may read it, the message itself (architecture, mechanism 6). */
export const Hint = z.object({
  position: z.string(),
  kind: z.enum(hintKinds),
  id: z.string(),
  number: z.int().optional(),
  message: ChatMessage.optional(),
})
export type Hint = z.infer<typeof Hint>

/** Why the server ends a stream for good: the browser goes to sign-in instead of reconnecting. `expired` means that the session ran out. */
const streamEnds = ['signed-out', 'expired', 'suspended'] as const
export const StreamEnd = z.object({ reason: z.enum(streamEnds) })
export type StreamEnd = z.infer<typeof StreamEnd>

const { pollSecondsMin, pollSecondsMax, pollSeconds } = limits.live
const wrongWait = say('poll-wait', { min: pollSecondsMin, max: pollSecondsMax })

/** The input of a long poll; `wait` in seconds, from the address (spec §9, product §11). */
export const LivePoll = z.object({
  wait: z
    .string(wrongWait)
    .regex(/^\d{1,2}$/, wrongWait)
    .transform(Number)
    .pipe(z.number().min(pollSecondsMin, wrongWait).max(pollSecondsMax, wrongWait))
    .default(pollSeconds),
})

/** Which decisions: all, by outcome, or those on items that had waited for a decision; nothing waits before a take-down. */
export const decisionFilters = ['any', 'approved', 'rejected', 'waited'] as const
export type DecisionFilter = (typeof decisionFilters)[number]

/** One line of `history_logs` (spec §3), with the additions of Backstall. */
export const HistoryLog = z.object({
  id: z.string(),
  type: HistoryType.nullable(),
  kind: EventKind,
  description: z.string(),
  itemId: z.string(),
  /** The person's name, or null where the system acted. */
  user: z.string().nullable(),
  userId: Id.nullable(),
  /** The person with their shop and picture; null where the system or a program acted. */
  person: Person.nullable(),
  reason: z.string().nullable(),
  fields: z.array(z.string()),
  /** Values of the changed fields; an erasure blanks them. */
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  /** For a decision, how long the item had waited for it, in milliseconds; null if nothing waited. */
  waitedMs: z.int().nullable(),
  timestamp: Moment,
})
export type HistoryLog = z.infer<typeof HistoryLog>
