/** The header in which our routes hand the verified address of the client to better-auth; what a client sends under it is dropped. */
export const addressHeader = 'x-backstall-address'

/** The same for the code of a second factor. */
export const codeHeader = 'x-backstall-code'

/** The same for whether this account has signed in on the device before. */
export const knownHeader = 'x-backstall-known'
