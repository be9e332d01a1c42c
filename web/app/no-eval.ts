/**
 * The content security policy forbids code made from text. The validator would try it, fall back, and leave a violation in every report;
 * this setting prevents that. The validator reads it with the first schema; importing its own setter would load four more kilobytes before
 * the sign-in.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export {}
