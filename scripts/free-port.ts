/** For journeys and benchmarks, which see nothing of the server. */
export { freePort } from '#server/testing/free-port.ts'
