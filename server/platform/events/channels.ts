/** Notifications without content: a hint waits for a position; a hint has been given one. */
export const channels = { waiting: 'backstall_waiting', given: 'backstall_given' } as const
