/** The header in which our routes hand the verified address of the client to better-auth; what a client sends under it is dropped. */
export const addressHeader = 'x-backstall-address'
