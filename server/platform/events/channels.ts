/** Content-free: something waits for a position; something has been given one. */
export const channels = { waiting: 'backstall_waiting', given: 'backstall_given' } as const
