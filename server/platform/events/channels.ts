/** The channels of LISTEN and NOTIFY, without content: `waiting` when a hint waits for a position, `given` when hints have got theirs. */
export const channels = { waiting: 'backstall_waiting', given: 'backstall_given' } as const
