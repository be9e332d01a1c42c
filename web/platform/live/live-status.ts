/** What the status line shows (product §9). */
export type LiveStatus = 'live' | 'catching-up' | 'offline'

/** The state of the connection at a moment. */
export type Line = {
  /** What the browser reports of its network. */
  online: boolean
  /** The stream is open and sent something within two heartbeats. */
  receiving: boolean
  /** Everything missed while the stream was away has arrived. */
  caughtUp: boolean
  /** Failed attempts to connect since the last success. */
  failures: number
}

/** This many failures in a row count as offline; fewer are a short interruption. */
export const failuresUntilOffline = 3

/** The status line is derived from the connection and never set, so it cannot be out of date. */
export function liveStatus({ online, receiving, caughtUp, failures }: Line): LiveStatus {
  if (!online || failures >= failuresUntilOffline) return 'offline'
  return receiving && caughtUp ? 'live' : 'catching-up'
}
