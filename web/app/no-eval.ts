/**
 * Our policy forbids making code out of text. The validator would try, fall back when refused, and leave a breach of the policy in every
 * report; told beforehand, it does not try. It looks here when it is loaded, with the first shape; importing its own setter instead would
 * load four more kilobytes before anybody has signed in.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export {}
